package dev.japply.report;

import dev.japply.cluster.Resource;
import dev.japply.plan.ApplySetParent;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An ApplySet as it is shown.
///
/// @param tooling the tool that maintains it; empty if the parent does not state it
/// @param members the numbers of members by types; types without members are left out
/// @param namespaces the recorded namespaces
/// @param unread the recorded kinds with unknown members
/// @param ready the number of members that are ready
/// @param applied the time of the newest change of a member by an apply; empty if it is unknown
/// @param trusted whether the parent is one of this set; if not, nothing else is known
public record ReportedSet(
    ApplySetParent parent,
    String tooling,
    List<MemberCount> members,
    SortedSet<String> namespaces,
    SortedSet<String> unread,
    int ready,
    String applied,
    boolean trusted) {
  public ReportedSet {
    members = List.copyOf(members);
  }

  /// The number of members of a type.
  public record MemberCount(Resource type, int count) {}

  /// Returns the ready members and all members: `3/4`.
  String readiness() {
    return isKnown() ? ready + "/" + count() : SetsText.UNKNOWN;
  }

  int count() {
    return members.stream().mapToInt(MemberCount::count).sum();
  }

  boolean isKnown() {
    return trusted && unread.isEmpty();
  }

  /// Returns the members in words: `3 Deployments, 1 Service`.
  String words() {
    Stream<String> known = members.stream().map(this::words);
    Stream<String> unknown = unread.stream().map(kind -> "unknown number of " + kind);
    String words = Stream.concat(known, unknown).collect(Collectors.joining(", "));
    return !trusted ? SetsText.UNKNOWN : words.isEmpty() ? "none" : words;
  }

  private String words(MemberCount members) {
    String kind = members.type().gvk().kind();
    String name = members.count() == 1 ? kind : plural(members.type());
    return members.count()
        + " "
        + name
        + (isAmbiguous(kind) ? "." + members.type().gvk().group() : "");
  }

  private boolean isAmbiguous(String kind) {
    return members.stream().filter(other -> other.type().gvk().kind().equals(kind)).count() > 1;
  }

  /// Returns the plural of a kind: `NetworkPolicies`, from `NetworkPolicy` and `networkpolicies`.
  private static String plural(Resource type) {
    String kind = type.gvk().kind();
    int same = 0;
    String lower = kind.toLowerCase(Locale.ROOT);
    while (same < Math.min(lower.length(), type.plural().length())
        && lower.charAt(same) == type.plural().charAt(same)) {
      same++;
    }
    return kind.substring(0, same) + type.plural().substring(same);
  }
}
