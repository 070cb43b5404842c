package dev.japply.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.tree.Json;
import dev.japply.tree.Value;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class SchemaMemoryTest {
  private final SchemaMemory memory = new SchemaMemory();
  private final AtomicInteger fetched = new AtomicInteger();

  private Value document() {
    fetched.incrementAndGet();
    return Json.parse("{\"components\":{\"schemas\":{\"A\":{\"type\":\"object\"}}}}");
  }

  @Test
  void readsADocumentOnce() {
    assertThat(memory.read("1", this::document)).isSameAs(memory.read("1", this::document));
    assertThat(memory.read("1", this::document).types()).containsOnlyKeys("A");
    assertThat(fetched).hasValue(1);
  }

  @Test
  void readsADocumentWithoutAHashEachTime() {
    memory.read("", this::document);
    memory.read("", this::document);
    assertThat(fetched).hasValue(2);
  }

  @Test
  void forgetsWhatWasNotUsedForLongest() {
    for (int i = 0; i < SchemaMemory.MOST; i++) {
      memory.read("h" + i, this::document);
    }
    memory.read("h0", this::document);
    memory.read("new", this::document);
    fetched.set(0);

    memory.read("h0", this::document);
    memory.read("h2", this::document);
    memory.read("new", this::document);
    assertThat(fetched).hasValue(0);
    memory.read("h1", this::document);
    assertThat(fetched).hasValue(1);
  }
}
