package dev.japply.check;

import dev.japply.golang.IpAddress;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// The fields with IP addresses and ranges. Servers since Kubernetes 1.36 refuse forms that
/// programs read in different ways.
final class AddressRules {
  /// The first minor version that refuses ambiguous forms, unless a feature gate allows them. No
  /// gate does so since 1.38.
  private static final int STRICT = 36;

  private static final FieldPath SPEC = FieldPath.root().key("spec");
  private static final Set<String> NO_ADDRESS = Set.of("", "None");

  private final MapValue tree;
  private final boolean isStrict;
  private final Consumer<Finding> findings;

  private AddressRules(MapValue tree, int minor, Consumer<Finding> findings) {
    this.tree = tree;
    this.isStrict = isStrict(minor);
    this.findings = findings;
  }

  /// Whether a minor version refuses ambiguous forms.
  static boolean isStrict(int minor) {
    return minor >= STRICT;
  }

  /// Reports addresses that a server refuses.
  ///
  /// @param type the group and kind of the object
  /// @param pod the path of the Pod in the object; empty if it has none
  /// @param minor the minor version of Kubernetes
  static void check(
      String type, MapValue tree, Optional<FieldPath> pod, int minor, Consumer<Finding> findings) {
    var rules = new AddressRules(tree, minor, findings);
    pod.ifPresent(rules::pod);
    switch (type) {
      case "Service" -> rules.service(MapAtPath.at(SPEC, tree));
      case "Endpoints" ->
          MapAtPath.of(tree).items("subsets").stream()
              .flatMap(subset ->
                  List.of("addresses", "notReadyAddresses").stream()
                      .flatMap(key -> subset.items(key).stream()))
              .forEach(address -> rules.text(address, "ip", rules::usual));
      case "EndpointSlice.discovery.k8s.io" -> {
        String family = tree.text("addressType");
        if (family.startsWith("IP")) {
          AddressRules own = family.equals("IPv6") ? rules.strict() : rules;
          MapAtPath.of(tree)
              .items("endpoints")
              .forEach(each ->
                  own.texts(each, "addresses", (path, text) -> own.endpoint(path, text, family)));
        }
      }
      case "NetworkPolicy.networking.k8s.io" -> rules.policy(MapAtPath.at(SPEC, tree));
      case "ServiceCIDR.networking.k8s.io" ->
          rules.texts(MapAtPath.at(SPEC, tree), "cidrs", rules.strict()::canonical);
      case "Node" -> {
        MapAtPath spec = MapAtPath.at(SPEC, tree);
        if (!(spec.get("podCIDR") instanceof Value)) { // which would replace them
          rules.texts(spec, "podCIDRs", rules::range);
        }
      }
      default -> {}
    }
  }

  /// Returns the rules of fields that all servers read strictly, since they are newer.
  private AddressRules strict() {
    return new AddressRules(tree, STRICT, findings);
  }

  private void pod(FieldPath path) {
    MapAtPath pod = MapAtPath.at(path, tree);
    pod.items("hostAliases").forEach(alias -> text(alias, "ip", this::address));
    texts(pod.part("dnsConfig"), "nameservers", this::address);
  }

  private void service(MapAtPath spec) {
    texts(spec, "externalIPs", this::usual);
    texts(spec, "clusterIPs", this::clusterAddress);
    if (!(spec.get("clusterIPs") instanceof Value)) {
      text(spec, "clusterIP", this::clusterAddress);
    }
    texts(spec, "loadBalancerSourceRanges", (path, text) -> range(path, text.strip()));
  }

  private void policy(MapAtPath spec) {
    for (List<String> keys : List.of(List.of("ingress", "from"), List.of("egress", "to"))) {
      for (MapAtPath rule : spec.items(keys.getFirst())) {
        for (MapAtPath peer : rule.items(keys.getLast())) {
          MapAtPath block = peer.part("ipBlock");
          text(block, "cidr", this::range);
          texts(block, "except", (path, text) -> exception(path, text, block));
        }
      }
    }
  }

  private void text(MapAtPath part, String key, BiConsumer<FieldPath, String> rule) {
    if (part.get(key) instanceof StringValue(String text) && !text.isEmpty()) {
      rule.accept(part.path().key(key), text);
    }
  }

  private void texts(MapAtPath part, String key, BiConsumer<FieldPath, String> rule) {
    if (part.get(key) instanceof ListValue(List<Value> all)) {
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i) instanceof StringValue(String text)) {
          rule.accept(part.path().key(key).index(i), text);
        }
      }
    }
  }

  private void report(FieldPath path, String what, String hint) {
    findings.accept(Finding.error(path, what, hint));
  }

  private void clusterAddress(FieldPath path, String text) {
    if (!NO_ADDRESS.contains(text)) {
      address(path, text);
    }
  }

  /// Reports an address that is none, or ambiguous. Returns other addresses.
  private Optional<IpAddress> address(FieldPath path, String text) {
    Optional<IpAddress> address = IpAddress.parse(text);
    if (address.isEmpty()) {
      report(path, "must be an IP address, such as 10.9.8.7 or 2001:db8::ffff", "");
    } else if (ambiguous(path, address.get(), address.get().plain())) {
      return Optional.empty();
    }
    return address.filter(found -> !found.isMapped());
  }

  /// Reports also an address that no other machine can reach.
  private Optional<IpAddress> usual(FieldPath path, String text) {
    Optional<IpAddress> address = address(path, text);
    address
        .flatMap(AddressRules::special)
        .ifPresent(kind -> report(path, "must not be " + kind, "write the address of a machine"));
    return address;
  }

  private static Optional<String> special(IpAddress address) {
    List<Integer> parts = address.parts();
    int first = parts.getFirst();
    boolean isFour = parts.size() == 4;
    List<Integer> rest = parts.subList(0, parts.size() - 1);
    boolean isLow = rest.stream().allMatch(part -> part == 0);
    if (isLow && parts.getLast() == 0) {
      return Optional.of("unspecified");
    }
    if (isFour ? first == 127 : isLow && parts.getLast() == 1) {
      return Optional.of("a loopback address");
    }
    if (isFour ? first == 169 && parts.get(1) == 254 : (first & 0xffc0) == 0xfe80) {
      return Optional.of("a link-local address");
    }
    return (isFour ? rest.equals(List.of(224, 0, 0)) : (first & 0xff0f) == 0xff02)
        ? Optional.of("a link-local multicast address")
        : Optional.empty();
  }

  /// @param family `IPv4` or `IPv6`
  private void endpoint(FieldPath path, String text, String family) {
    Optional<IpAddress> address = usual(path, text);
    if (address.isEmpty()) {
      return;
    }
    String plain = address.get().plain();
    if ((address.get().parts().size() == 4) != family.equals("IPv4")) {
      report(path, "must be an " + family + " address, as addressType has it", "");
    } else if (isStrict && !plain.equals(text)) {
      report(path, "must be in canonical form", "write " + plain);
    }
  }

  private record Range(IpAddress address, int prefix, String digits) {
    static Optional<Range> parse(String text) {
      int slash = text.indexOf('/');
      String digits = text.substring(slash + 1);
      return slash < 0 || !digits.matches("0*[0-9]{1,3}")
          ? Optional.empty()
          : IpAddress.parse(text.substring(0, slash))
              .map(address -> new Range(address, Integer.parseInt(digits), digits))
              .filter(range -> range.prefix() <= range.address().bits());
    }

    IpAddress start() {
      return address.masked(prefix);
    }

    /// Whether all its addresses are in `outer`, which has more.
    boolean isWithin(Range outer) {
      return address.bits() == outer.address().bits()
          && prefix > outer.prefix()
          && address.masked(outer.prefix()).isSameAs(outer.start());
    }
  }

  private Optional<Range> range(FieldPath path, String text) {
    Optional<Range> found = Range.parse(text);
    if (found.isEmpty()) {
      report(path, "must be a range of IP addresses, such as 10.9.8.0/24 or 2001:db8::/64", "");
      return found;
    }
    Range range = found.get();
    String plain = range.start().plain() + "/" + range.prefix();
    boolean unclear = ambiguous(path, range.address(), plain);
    if (isStrict
        && !range.digits().equals(String.valueOf(range.prefix()))
        && !range.address().hasZeros()) {
      report(path, "must not have leading zeros", "write " + plain);
    }
    if (isStrict && !range.start().isSameAs(range.address())) {
      report(path, "has bits set beyond the length of its prefix", "write " + plain);
    }
    return unclear ? Optional.empty() : found;
  }

  /// Reports also a range that is written in another form than servers do.
  private void canonical(FieldPath path, String text) {
    range(path, text)
        .filter(range -> range.start().isSameAs(range.address()))
        .filter(range -> range.digits().equals(String.valueOf(range.prefix())))
        .map(range -> range.start().plain() + "/" + range.prefix())
        .filter(plain -> !plain.equals(text))
        .ifPresent(plain -> report(path, "must be in canonical form", "write " + plain));
  }

  /// Reports an exception from `block` that is not a part of it.
  private void exception(FieldPath path, String text, MapAtPath block) {
    Optional<Range> whole =
        block.get("cidr") instanceof StringValue(String cidr)
            ? Range.parse(cidr)
            : Optional.empty();
    Optional<Range> part = range(path, text);
    if (part.isPresent()
        && whole.isPresent()
        && !whole.get().address().isMapped()
        && !part.get().isWithin(whole.get())) {
      report(
          path,
          "must be a strict subset of cidr",
          "write a smaller range within " + block.text("cidr"));
    }
  }

  /// Reports a form that programs read in different ways. Returns whether it is one.
  private boolean ambiguous(FieldPath path, IpAddress address, String plain) {
    if (isStrict && address.hasZeros()) {
      report(path, "must not have leading zeros", "write " + plain);
    } else if (isStrict && address.isMapped()) {
      report(path, "must not be an IPv4 address in the form of IPv6", "write the IPv4 address");
    }
    return isStrict && (address.hasZeros() || address.isMapped());
  }
}
