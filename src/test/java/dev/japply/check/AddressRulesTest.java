package dev.japply.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.e2e.DryRuns;
import dev.japply.e2e.TestCluster;
import dev.japply.e2e.UsesTestCluster;
import dev.japply.input.ManifestReader;
import dev.japply.input.Source;
import dev.japply.object.KubeObject;
import dev.japply.problem.Problem;
import dev.japply.problem.Severity;
import dev.japply.schema.BuiltinSchemas;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Addresses and ranges in all fields, on a server.
@UsesTestCluster
class AddressRulesTest {
  private static final List<String> ADDRESSES =
      List.of(
          "1.2.3.4",
          "010.1.1.1",
          "1.2.3",
          "1.2.3.256",
          "1.2.3.4.5",
          "2001:db8::ffff",
          "2001:DB8:0:0:0:0:0:1",
          "2001:db8::1::2",
          "1:2:3:4:5:6:7::",
          "1:2:3:4:5:6:7:8::",
          "2001:db8::1.2.3.4",
          "2001:db8::01.2.3.4",
          "::ffff:1.2.3.4",
          "::ffff:0102:0304",
          "2001:db8::12345",
          "fe80::1%eth0",
          "1.2.3.4 ",
          "2001:db8:0::1",
          "127.0.0.1",
          "::1",
          "169.254.1.1",
          "fe80::1",
          "febf::1",
          "fec0::1",
          "224.0.0.5",
          "224.0.1.5",
          "ff02::1",
          "ff12::1",
          "ff01::1",
          "0.0.0.0",
          "::",
          "255.255.255.255",
          "a");

  private static final List<String> RANGES =
      List.of(
          "10.0.0.0/24",
          "10.0.0.5/24",
          "10.0.0.0/33",
          "10.0.0.0/024",
          "10.0.0.0/",
          "10.0.0.0",
          "010.0.0.0/24",
          "10.128.0.0/9",
          "10.192.0.0/9",
          "0.0.0.0/0",
          "2001:db8::/64",
          "2001:db8::1/64",
          "2001:db8::1/128",
          "2001:db8::/129",
          "::ffff:1.2.3.0/120",
          "2001:DB8::/64",
          "2001:db8:0:0::/64",
          "a/8");

  /// A range, and an exception from it.
  private static final List<String> EXCEPTIONS =
      List.of(
          "10.0.0.0/8', except: ['10.1.0.0/16",
          "10.0.0.0/8', except: ['10.0.0.0/9",
          "10.0.0.0/8', except: ['10.0.0.0/8",
          "10.0.0.0/8', except: ['10.0.0.0/7",
          "10.0.0.0/8', except: ['11.0.0.0/16",
          "10.0.0.0/8', except: ['2001:db8::/64",
          "10.0.0.0/8', except: ['10.1.0.0/16', '11.0.0.0/16",
          "10.0.0.0/8', except: ['10.1.0.5/16",
          "10.0.0.0/8', except: ['010.1.0.0/16",
          "10.0.0.0/8', except: ['::ffff:10.1.0.0/112",
          "10.0.0.0/8', except: ['a",
          "10.0.0.0/8', except: ['",
          "0.0.0.0/0', except: ['10.0.0.0/8",
          "0.0.0.0/0', except: ['0.0.0.0/0",
          "::/0', except: ['2001:db8::/32",
          "::/0', except: ['10.0.0.0/8",
          "2001:db8::/32', except: ['2001:db8:1::/48",
          "2001:db8::/32', except: ['2001:db9::/48");

  private static final List<String> WITH_ADDRESSES =
      List.of(
          "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a, image:"
              + " a}], hostAliases: [{ip: '%s', hostnames: [a]}]}}",
          "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a, image:"
              + " a}], dnsConfig: {nameservers: ['%s']}}}",
          "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {selector:"
              + " {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers:"
              + " [{name: a, image: a}], hostAliases: [{ip: '%s', hostnames: [a]}]}}}}",
          "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: 80}],"
              + " externalIPs: ['%s']}}",
          "{apiVersion: v1, kind: Endpoints, metadata: {name: a}, subsets: [{addresses: [{ip:"
              + " '%s'}], ports: [{port: 80}]}]}",
          "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {name: a}, addressType:"
              + " IPv4, endpoints: [{addresses: ['%s']}], ports: [{port: 80}]}",
          "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {name: a}, addressType:"
              + " IPv6, endpoints: [{addresses: ['%s']}], ports: [{port: 80}]}");

  private static final List<String> WITH_EXCEPTIONS =
      List.of(
          "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: a}, spec:"
              + " {podSelector: {}, ingress: [{from: [{ipBlock: {cidr: '%s']}}]}]}}");

  private static final List<String> WITH_RANGES =
      List.of(
          "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {type: LoadBalancer, ports:"
              + " [{port: 80}], loadBalancerSourceRanges: ['%s']}}",
          "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: a}, spec:"
              + " {podSelector: {}, egress: [{to: [{ipBlock: {cidr: '%s'}}]}]}}",
          "{apiVersion: networking.k8s.io/v1, kind: ServiceCIDR, metadata: {name: a}, spec: {cidrs:"
              + " ['%s']}}",
          "{apiVersion: v1, kind: Node, metadata: {name: a}, spec: {podCIDRs: ['%s']}}");

  private final TestCluster cluster;

  AddressRulesTest(TestCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void agreeWithTheServer() {
    var different = new ArrayList<String>();
    try (var server = new DryRuns(cluster)) {
      WITH_ADDRESSES.forEach(object -> compare(server, object, ADDRESSES, different));
      WITH_RANGES.forEach(object -> compare(server, object, RANGES, different));
      WITH_EXCEPTIONS.forEach(object -> compare(server, object, EXCEPTIONS, different));
    }
    assertThat(different).isEmpty();
  }

  /// The servers' own code (`pkg/apis/*/validation`): fields that are newer than the strict reading
  /// have it in all versions, the others since 1.36.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "34 | apiVersion: networking.k8s.io/v1, kind: ServiceCIDR | spec: {cidrs: ['10.0.0.5/24']}"
            + " | true",
        "35 | apiVersion: networking.k8s.io/v1, kind: ServiceCIDR | spec: {cidrs:"
            + " ['2001:DB8::/64']} | true",
        "37 | apiVersion: networking.k8s.io/v1, kind: ServiceCIDR | spec: {cidrs:"
            + " ['2001:db8::/64']} | false",
        "34 | apiVersion: discovery.k8s.io/v1, kind: EndpointSlice | addressType: IPv6, endpoints:"
            + " [{addresses: ['2001:DB8::1']}], ports: [] | true",
        "34 | apiVersion: discovery.k8s.io/v1, kind: EndpointSlice | addressType: IPv4, endpoints:"
            + " [{addresses: ['010.0.0.1']}], ports: [] | false",
        "36 | apiVersion: discovery.k8s.io/v1, kind: EndpointSlice | addressType: IPv4, endpoints:"
            + " [{addresses: ['010.0.0.1']}], ports: [] | true",
        "35 | apiVersion: v1, kind: Service | spec: {ports: [{port: 80}], externalIPs:"
            + " ['010.0.0.1']} | false",
        "36 | apiVersion: v1, kind: Service | spec: {ports: [{port: 80}], externalIPs:"
            + " ['010.0.0.1']} | true",
      })
  void followEachVersion(int minor, String type, String rest, boolean refused) {
    String text = "{%s, metadata: {name: a}, %s}".formatted(type, rest);
    KubeObject object =
        ManifestReader.read(List.of(Source.of("a.yaml", text))).objects().getFirst();
    assertThat(check(object, minor).isEmpty()).isNotEqualTo(refused);
  }

  private void compare(
      DryRuns server, String template, List<String> texts, List<String> different) {
    for (String text : texts) {
      KubeObject object =
          ManifestReader.read(List.of(Source.of("a.yaml", template.formatted(text))))
              .objects()
              .getFirst();
      DryRuns.Answer answer = server.create(object.gvk(), object.tree());
      List<Problem> problems = check(object, cluster.minor());
      if (answer.isTaken() != problems.isEmpty()) {
        different.add(template + " " + text + ": " + answer.message() + " " + problems);
      }
    }
  }

  private static List<Problem> check(KubeObject object, int minor) {
    var options = new ManifestCheck.Options("1." + minor, false, List.of(), "", false);
    BuiltinSchemas types = BuiltinSchemas.load("1." + minor);
    var check = new ManifestCheck(types, options);
    List<ManifestCheck.Single> all = List.of(check.check(object));
    var schemas = new TypeSchemas(types, CustomDefinitions.NONE, List.of());
    return check.check(all.getFirst(), check.input(schemas, all, all)).problems().stream()
        .filter(problem -> problem.severity() == Severity.ERROR)
        .toList();
  }
}
