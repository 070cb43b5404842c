package dev.japply.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeldAddressesTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          its own address and port | {"clusterIP":"1","ports":[{"nodePort":7,"port":80}]} |\
          {"clusterIP":"1","ports":[{"nodePort":7,"port":8}]} | {"ports":[{"port":80}]}
          others | {"clusterIP":"2","ports":[{"nodePort":8},{"port":9}]} | {"clusterIP":"1",\
          "ports":[{"nodePort":7},{"port":9}]} | {"clusterIP":"2","ports":[{"nodePort":8},\
          {"port":9}]}
          """)
  void doesNotAskForWhatAServiceStillHolds(String about, String spec, String live, String asked) {
    MapValue body = service(spec);
    MapValue sent = new HeldAddresses(body, service(live)).free();
    assertThat(GoJson.write(sent.map("spec"))).isEqualTo(asked);
    MapValue other = body.with("kind", Value.text("Widget"));
    assertThat(new HeldAddresses(other, service(live)).free()).isEqualTo(other);
  }

  private static MapValue service(String spec) {
    String text = "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"spec\":" + spec + "}";
    return (MapValue) Json.parse(text);
  }
}
