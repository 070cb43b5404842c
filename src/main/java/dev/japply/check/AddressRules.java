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
    this.isStrict = minor >= STRICT;
    this.findings = findings;
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
      case "Service" -> rules.service(MapPart.at(SPEC, tree));
      case "Endpoints" ->
          MapPart.of(tree).items("subsets").stream()
              .flatMap(subset ->
                  List.of("addresses", "notReadyAddresses").stream()
                      .flatMap(key -> subset.items(key).stream()))
              .forEach(address -> rules.text(address, "ip", rules::address));
      case "EndpointSlice.discovery.k8s.io" -> {
        if (tree.text("addressType").startsWith("IP")) {
          MapPart.of(tree)
              .items("endpoints")
              .forEach(each -> rules.texts(each, "addresses", rules::address));
        }
      }
      case "NetworkPolicy.networking.k8s.io" -> rules.policy(MapPart.at(SPEC, tree));
      case "ServiceCIDR.networking.k8s.io" ->
          rules.texts(MapPart.at(SPEC, tree), "cidrs", rules::range);
      case "Node" -> {
        MapPart spec = MapPart.at(SPEC, tree);
        if (!(spec.get("podCIDR") instanceof Value)) { // which would replace them
          rules.texts(spec, "podCIDRs", rules::range);
        }
      }
      default -> {}
    }
  }

  private void pod(FieldPath path) {
    MapPart pod = MapPart.at(path, tree);
    pod.items("hostAliases").forEach(alias -> text(alias, "ip", this::address));
    texts(pod.part("dnsConfig"), "nameservers", this::address);
  }

  private void service(MapPart spec) {
    texts(spec, "externalIPs", this::address);
    texts(spec, "clusterIPs", this::clusterAddress);
    if (!(spec.get("clusterIPs") instanceof Value)) {
      text(spec, "clusterIP", this::clusterAddress);
    }
    texts(spec, "loadBalancerSourceRanges", (path, text) -> range(path, text.strip()));
  }

  private void policy(MapPart spec) {
    for (List<String> keys : List.of(List.of("ingress", "from"), List.of("egress", "to"))) {
      for (MapPart rule : spec.items(keys.getFirst())) {
        for (MapPart peer : rule.items(keys.getLast())) {
          text(peer.part("ipBlock"), "cidr", this::range);
          texts(peer.part("ipBlock"), "except", this::range);
        }
      }
    }
  }

  private void text(MapPart part, String key, BiConsumer<FieldPath, String> rule) {
    if (part.get(key) instanceof StringValue(String text) && !text.isEmpty()) {
      rule.accept(part.path().key(key), text);
    }
  }

  private void texts(MapPart part, String key, BiConsumer<FieldPath, String> rule) {
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

  private void address(FieldPath path, String text) {
    Optional<IpAddress> address = IpAddress.parse(text);
    if (address.isEmpty()) {
      report(path, "must be an IP address, such as 10.9.8.7 or 2001:db8::ffff", "");
    } else {
      ambiguous(path, address.get(), address.get().plain());
    }
  }

  private void range(FieldPath path, String text) {
    int slash = text.indexOf('/');
    String digits = text.substring(slash + 1);
    Optional<IpAddress> address =
        slash < 0 ? Optional.empty() : IpAddress.parse(text.substring(0, slash));
    if (address.isEmpty()
        || !digits.matches("0*[0-9]{1,3}")
        || Integer.parseInt(digits) > address.get().bits()) {
      report(path, "must be a range of IP addresses, such as 10.9.8.0/24 or 2001:db8::/64", "");
      return;
    }
    int prefix = Integer.parseInt(digits);
    IpAddress start = address.get().masked(prefix);
    String plain = start.plain() + "/" + prefix;
    ambiguous(path, address.get(), plain);
    if (isStrict && !digits.equals(String.valueOf(prefix)) && !address.get().hasZeros()) {
      report(path, "must not have leading zeros", "write " + plain);
    }
    if (isStrict && !start.isSameAs(address.get())) {
      report(path, "has bits set beyond the length of its prefix", "write " + plain);
    }
  }

  private void ambiguous(FieldPath path, IpAddress address, String plain) {
    if (isStrict && address.hasZeros()) {
      report(path, "must not have leading zeros", "write " + plain);
    } else if (isStrict && address.isMapped()) {
      report(path, "must not be an IPv4 address in the form of IPv6", "write the IPv4 address");
    }
  }
}
