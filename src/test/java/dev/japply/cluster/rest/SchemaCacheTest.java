package dev.japply.cluster.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.schema.BuiltinSchemas;
import dev.japply.schema.SchemaDocument;
import dev.japply.schema.TypeDef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaCacheTest {
  private static final String HASH = "0A1B2C3D4E5F";
  private static final SchemaDocument APPS =
      BuiltinSchemas.load().document("apps", "v1").orElseThrow();
  private static final SchemaDocument EMPTY = new SchemaDocument(Map.of(), Map.of(), Set.of());

  @TempDir private Path root;

  private Path directory() {
    return root.resolve("cache/schema");
  }

  private SchemaCache store() {
    return new SchemaCache(root.resolve("cache"));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private Path onlyFile() throws IOException {
    assertThat(files()).hasSize(1);
    return directory().resolve(files().getFirst());
  }

  @Test
  void givesBackWhatWasPut() {
    store().put(HASH, APPS);
    assertThat(store().get(HASH)).contains(APPS);
    assertThat(store().get(HASH + "0")).isEmpty();
  }

  @Test
  void aTypeIsFoundByItselfAsAmongAll() {
    store().put(HASH, APPS);
    SchemaDocument read = store().get(HASH).orElseThrow();
    assertThat(APPS.types()).hasSizeGreaterThan(50);
    APPS.types().forEach((name, type) -> assertThat(read.find(name)).as(name).isEqualTo(type));
    assertThat(read.find("none")).isNull();
    assertThat(read.types()).isEqualTo(APPS.types());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a\nb", " ", "", "ä"})
  void namesThatAreNoWordsOfAsciiAreNotKept(String name) {
    TypeDef type = APPS.types().values().iterator().next();
    store().put(HASH, new SchemaDocument(Map.of(name, type), Map.of(), Set.of()));
    store().put(HASH, new SchemaDocument(Map.of(), Map.of("g/v1/K", name), Set.of()));
    assertThat(store().get(HASH)).isEmpty();
  }

  @Test
  void theLastOnePutCounts() {
    store().put(HASH, APPS);
    store().put(HASH, EMPTY);
    assertThat(store().get(HASH)).contains(EMPTY);
  }

  @Test
  void readingMakesNoDirectory() {
    assertThat(store().get(HASH)).isEmpty();
    assertThat(directory()).doesNotExist();
  }

  @Test
  void isTheUsersAlone() throws IOException {
    store().put(HASH, EMPTY);
    assertThat(permissions(directory())).isEqualTo("rwx------");
    assertThat(permissions(onlyFile())).isEqualTo("rw-------");
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "short", "../../../etc/passwd", "a/b/c/d/e/f", "ABCDEFGH.json", "ä"})
  void aHashThatCannotNameAFileIsNotKept(String hash) {
    store().put(hash, EMPTY);
    assertThat(store().get(hash)).isEmpty();
    assertThat(root).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "{}",
        "japply-schema-4\n{}",
        "japply-schema-4 00000000\n{}",
      })
  void aForeignFileIsNotThereAndIsWrittenAnew(String text) throws IOException {
    store().put(HASH, EMPTY);
    Files.writeString(onlyFile(), text);
    assertThat(store().get(HASH)).isEmpty();
    store().put(HASH, APPS);
    assertThat(store().get(HASH)).contains(APPS);
  }

  @Test
  void aFileOfAnotherFormatIsNotThere() throws IOException {
    store().put(HASH, EMPTY);
    String text = Files.readString(onlyFile());
    Files.writeString(onlyFile(), text.replace("japply-schema-4", "japply-schema-3"));
    assertThat(store().get(HASH)).isEmpty();
  }

  @Test
  void aFileThatWasCutOrChangedAnywhereIsNotThere() throws IOException {
    store().put(HASH, new SchemaDocument(Map.of(), Map.of("g/v1/K", "T"), Set.of()));
    byte[] whole = Files.readAllBytes(onlyFile());
    for (int i = 0; i < whole.length; i++) {
      Files.write(onlyFile(), java.util.Arrays.copyOf(whole, i));
      assertThat(store().get(HASH)).as("cut to %d bytes", i).isEmpty();
      byte[] changed = whole.clone();
      changed[i] ^= 1;
      Files.write(onlyFile(), changed);
      assertThat(store().get(HASH)).as("byte %d changed", i).isEmpty();
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenIsNoError() throws IOException {
    Files.writeString(root.resolve("cache"), "a file where the directory should be");
    store().put(HASH, EMPTY);
    assertThat(store().get(HASH)).isEmpty();
  }

  @Test
  void theFilesWrittenLongestAgoGoFirst() throws IOException {
    var small = new SchemaCache(root.resolve("cache"), 2, 1 << 20);
    for (int i = 0; i < 4; i++) {
      small.put(HASH + i, EMPTY);
      Path file = directory().resolve(HASH + i + ".schema");
      Files.setLastModifiedTime(file, FileTime.fromMillis(1000L * i));
    }
    small.put(HASH, EMPTY);
    assertThat(files()).containsExactly(HASH + ".schema", HASH + "3.schema");
  }

  @Test
  void keepsWithinItsSize() throws IOException {
    store().put(HASH, EMPTY);
    long size = Files.size(onlyFile());
    Files.setLastModifiedTime(onlyFile(), FileTime.fromMillis(1000));
    new SchemaCache(root.resolve("cache"), 10, 2 * size).put(HASH + "1", EMPTY);
    assertThat(files()).hasSize(2);
    new SchemaCache(root.resolve("cache"), 10, 2 * size - 1).put(HASH + "1", EMPTY);
    assertThat(files()).containsExactly(HASH + "1.schema");
  }

  @Test
  void manyMayReadAndWriteAtOnce() throws Exception {
    List<Callable<Boolean>> work = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      SchemaDocument document = i % 2 == 0 ? APPS : EMPTY;
      work.add(() -> {
        store().put(HASH, document);
        SchemaDocument found = store().get(HASH).orElseThrow();
        return found.equals(APPS) || found.equals(EMPTY);
      });
    }
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (Future<Boolean> result : threads.invokeAll(work)) {
        assertThat(result.get()).isTrue();
      }
    }
    assertThat(files()).containsExactly(HASH + ".schema");
  }

  @Test
  void bytesThatAreNotTextAreNotThere() throws IOException {
    store().put(HASH, EMPTY);
    Files.write(onlyFile(), "\u00e4".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(store().get(HASH)).isEmpty();
  }
}
