package dev.japply.report;

import dev.japply.object.KubeObject;
import dev.japply.plan.Drift;
import dev.japply.plan.FieldExplanation;
import dev.japply.plan.file.ExplanationCodec;
import dev.japply.problem.Origin;
import dev.japply.report.StyledText.Style;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import java.util.List;
import java.util.stream.Collectors;

/// Output of `japply sets NAME`: one ApplySet with its members.
///
/// @param members its members, in the order of the types
/// @param orphans objects with its label that the parent does not record
/// @param empty the recorded kinds without members
public record SetText(
    ReportedSet set, List<Member> members, List<Orphan> orphans, List<String> empty) {
  public SetText {
    members = List.copyOf(members);
    orphans = List.copyOf(orphans);
    empty = List.copyOf(empty);
  }

  /// A member.
  ///
  /// @param status its status as of kstatus: `Current`
  /// @param message a few words on the state
  public record Member(
      KubeObject object, boolean ready, String status, String message, Drift drift) {}

  /// An object that the parent does not record.
  ///
  /// @param reason the reason in a few words
  public record Orphan(KubeObject object, String reason) {}

  /// Returns the text for people.
  ///
  /// @param width the number of columns of the terminal
  public StyledText text(int width) {
    var text = new StyledText();
    String namespace = set.parent().namespace();
    text.line(
        Style.PLAIN,
        set.parent().argument() + (namespace.isEmpty() ? "" : " in namespace " + namespace));
    text.line(Style.PLAIN, "  id            " + set.parent().id());
    text.line(Style.PLAIN, "  tooling       " + SetsText.orUnknown(set.tooling()));
    text.line(Style.PLAIN, "  last applied  " + SetsText.orUnknown(set.applied()));
    text.line(Style.PLAIN, "  members       " + set.words());
    text.line(Style.PLAIN, "  ready         " + set.readiness());
    var block = new FieldBlock(width, /* brief= */ false);
    for (Member member : members) {
      text.line(Style.PLAIN, line(member));
      if (member.drift() instanceof Drift.Fields(List<FieldExplanation> fields)) {
        fields.forEach(field -> block.addTo(text, field, Origin.NONE));
      }
    }
    if (!orphans.isEmpty()) {
      text.line(Style.PLAIN, "orphans, which have the label of the set:");
      orphans.forEach(orphan ->
          text.line(Style.PLAIN, "  " + orphan.object().key().subject() + ": " + orphan.reason()));
    }
    if (!empty.isEmpty()) {
      text.line(Style.PLAIN, "recorded types without members: " + String.join(", ", empty));
    }
    return text;
  }

  private static String line(Member member) {
    String state =
        member.ready() ? "ready" : "not ready, " + member.status() + ": " + member.message();
    return member.object().key().subject() + ": " + state + drift(member.drift());
  }

  private static String drift(Drift drift) {
    return switch (drift) {
      case Drift.Unknown(String reason) -> "; drift unknown: " + reason;
      case Drift.Fields(List<FieldExplanation> fields) ->
          switch (fields.size()) {
            case 0 -> "";
            case 1 -> "; drift in 1 field";
            default -> "; drift in " + fields.size() + " fields";
          };
    };
  }

  /// Returns the names of the members.
  public String names() {
    return members.stream()
        .map(member -> member.object().key().argument() + "\n")
        .collect(Collectors.joining());
  }

  /// Returns a JSON document.
  public String json() {
    return SetsText.document(
        "ApplySet",
        SetsText.tree(set)
            .with("objects", ListValue.of(members, SetText::tree))
            .with("orphans", ListValue.of(orphans, SetText::tree))
            .with("recordedWithoutMembers", ListValue.of(empty, Value::text)));
  }

  private static MapValue tree(Member member) {
    MapValue tree =
        JsonReport.identity(member.object())
            .with("ready", Value.bool(member.ready()))
            .with("status", Value.text(member.status()))
            .with("message", Value.text(member.message()));
    return switch (member.drift()) {
      case Drift.Unknown(String reason) -> tree.with("driftUnknown", Value.text(reason));
      case Drift.Fields(List<FieldExplanation> fields) ->
          tree.with("drift", ListValue.of(fields, SetText::tree));
    };
  }

  private static MapValue tree(FieldExplanation field) {
    MapValue tree = MapValue.of("path", Value.text(field.path()));
    tree = ExplanationCodec.with(tree, "lastApplied", field.values().result());
    tree = ExplanationCodec.with(tree, "live", field.values().live());
    return tree.with("managers", ExplanationCodec.managers(field.managers()));
  }

  private static MapValue tree(Orphan orphan) {
    return JsonReport.identity(orphan.object()).with("reason", Value.text(orphan.reason()));
  }
}
