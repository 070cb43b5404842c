package dev.japply.cluster.rest;

import static dev.japply.cluster.rest.Loopback.CONFIG_MAPS;
import static dev.japply.cluster.rest.Loopback.NO_SCHEMAS;
import static dev.japply.cluster.rest.Loopback.OBJECT;
import static dev.japply.cluster.rest.Loopback.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.rest.LoopbackServer.Answer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarningHeadersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "299 - \"plain\"                                 ~ plain",
        "  299 - \"spaces before\"                       ~ spaces before",
        "299 agent \"with agent\"                        ~ with agent",
        "299 - \"a \\\"quoted\\\" \\\\ word\"            ~ a \"quoted\" \\ word",
        "299 - \"a, b\"                                  ~ a, b",
        "299 - \"one\", 299 - \"two\"                    ~ one|two",
        "299 - \"dated\" \"Wed, 21 Oct 2015 07:28:00 GMT\" ~ dated",
        "299 - \"d\" \"Wed, 21 Oct 2015 07:28:00 GMT\", 299 - \"e\" ~ d|e",
        "199 - \"other code\"                            ~ ``",
        "199 - \"other\", 299 - \"ours\"                 ~ ours",
        "299 - \"\"                                      ~ ``",
        "299 - \"twice\", 299 - \"twice\"                ~ twice",
        "299 - unquoted                                  ~ ``",
        "299 - \"no end                                  ~ ``",
        "299 \"no agent\"                                ~ ``",
        "29 - \"short code\"                             ~ ``",
        "299 - \"good\", rubbish                         ~ good",
        "299 - \"bell \u0007\"                           ~ ``"
      })
  void readsTheForm(String header, String expected) {
    assertThat(told(header))
        .isEqualTo(expected.isEmpty() ? List.of() : Arrays.asList(expected.split("\\|")));
  }

  @Test
  void readsUtf8() {
    assertThat(told("299 - \"caf\u00c3\u00a9\"")).containsExactly("café");
    assertThat(told("299 - \"caf\u00e9\"")).containsExactly("café");
  }

  @Test
  void everyTextIsToldOncePerRun() {
    var told = new ArrayList<String>();
    try (var server = new LoopbackServer();
        var cluster = Loopback.connect(server.url(), NO_SCHEMAS, told::add)) {
      Answer warned = Answer.json(201, Loopback.FOUND).with("Warning: 299 - \"old API\"");
      server.on("/api/v1/namespaces/n/configmaps", warned, warned.with("Warning: 299 - \"new\""));
      cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS);
      cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS);
    }
    assertThat(told).containsExactly("old API", "new");
  }

  @Test
  void warningsOfErrorsAreToldToo() {
    var told = new ArrayList<String>();
    try (var server = new LoopbackServer();
        var cluster = Loopback.connect(server.url(), NO_SCHEMAS, told::add)) {
      server.on(
          "/api/v1/namespaces/n/configmaps",
          Answer.text(400, "no").with("Warning: 299 - \"unknown field\""));
      assertThatThrownBy(() -> cluster.create(CONFIG_MAPS, "n", OBJECT, OPTIONS))
          .isInstanceOf(ClusterException.class);
    }
    assertThat(told).containsExactly("unknown field");
  }

  private static List<String> told(String header) {
    var told = new ArrayList<String>();
    new WarningHeaders(told::add).accept(header, Request.get("/api", ""));
    return told;
  }
}
