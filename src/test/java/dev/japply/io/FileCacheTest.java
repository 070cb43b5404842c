package dev.japply.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileCacheTest {
  private static final FileCache.Kind KIND = new FileCache.Kind("notes", "note", 1);

  @TempDir private Path home;

  private Path root;
  private Path directory;

  @BeforeEach
  void place() {
    root = home.resolve("cache/japply");
    directory = root.resolve("notes");
  }

  private FileCache cache() {
    return new FileCache(root, KIND, 2, 1 << 20);
  }

  /// Fifty documents of the user's, some of which look like a cache's files by their names.
  private static Path documents(Path directory) throws IOException {
    Files.createDirectories(directory);
    for (int i = 0; i < 50; i++) {
      String ending = List.of("txt", "note", "draft", "yaml").get(i % 4);
      Path file = directory.resolve((i % 3 == 0 ? ".draft-" : "letter") + i + "." + ending);
      Files.writeString(file, "dear " + i);
      setMode(file, "rw-------");
      Files.setLastModifiedTime(file, FileTime.fromMillis(1000L * i));
    }
    Files.writeString(directory.resolve("empty.note"), "");
    setMode(directory, "rwxr-xr-x");
    return directory;
  }

  private static void setMode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /// Of these the last two stay.
  private void putMany() throws IOException {
    for (int i = 0; i < 5; i++) {
      cache().put("n" + i, "text");
      Path file = directory.resolve("n" + i + ".note");
      if (Files.exists(file)) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000L + i));
      }
    }
  }

  private static void assertUntouched(Path documents) throws IOException {
    assertThat(names(documents)).hasSize(51);
    assertThat(mode(documents)).isEqualTo("rwxr-xr-x");
  }

  @Test
  void aLinkInPlaceOfTheRootIsNotFollowed() throws IOException {
    Path documents = documents(home.resolve("documents"));
    Files.createDirectory(root.getParent());
    Files.createSymbolicLink(root, documents);
    putMany();
    assertUntouched(documents);
    assertThat(cache().get("n4")).isEmpty();
  }

  @Test
  void aLinkInPlaceOfTheDirectoryIsNotFollowed() throws IOException {
    Path documents = documents(home.resolve("documents"));
    Files.createDirectories(root);
    Files.createSymbolicLink(directory, documents);
    putMany();
    assertUntouched(documents);
    assertThat(cache().get("n4")).isEmpty();
  }

  @Test
  void whatIsAboveTheRootMayBeALink() throws IOException {
    Path scratch = Files.createDirectory(home.resolve("scratch"));
    Files.createSymbolicLink(root.getParent(), scratch);
    putMany();
    assertThat(cache().get("n4")).isPresent();
  }

  @Test
  void aDirectoryThatIsThereAndOpenToOthersStaysAsItIs() throws IOException {
    documents(directory);
    setMode(root, "rwx------");
    putMany();
    assertUntouched(directory);
  }

  @Test
  void aRootInWhichOthersMayWriteStaysAsItIs() throws IOException {
    putMany();
    setMode(root, "rwxrwxrwx");
    assertThat(cache().get("n4")).isEmpty();
    cache().put("n5", "text");
    assertThat(mode(root)).isEqualTo("rwxrwxrwx");
    assertThat(names(directory)).doesNotContain("n5.note");
  }

  @Test
  void aRootThatTheUserMadeMayBeReadByAll() throws IOException {
    Files.createDirectories(root);
    setMode(root, "rwxr-xr-x");
    putMany();
    assertThat(cache().get("n4")).isPresent();
    assertThat(mode(root)).isEqualTo("rwxr-xr-x");
    assertThat(mode(directory)).isEqualTo("rwx------");
  }

  @Test
  void filesOfOthersAreNotTrimmed() throws IOException {
    documents(directory);
    setMode(directory, "rwx------");
    setMode(root, "rwx------");
    putMany();
    Files.writeString(directory.resolve("half.note"), "japply-no");
    setMode(directory.resolve("half.note"), "rw-------");
    Files.setLastModifiedTime(directory.resolve("half.note"), FileTime.fromMillis(1000));
    putMany();
    assertThat(names(directory)).hasSize(51 + 2 + 1).contains("n4.note", "n3.note", "half.note");
  }

  /// A run that was killed leaves it, of any length.
  @ParameterizedTest
  @ValueSource(strings = {"", "jap", "japply-note-1 0000", "japply-note-0 00000000\ntext"})
  void aDraftThatWasLeftIsTrimmed(String text) throws IOException {
    putMany();
    Path draft = Files.createTempFile(directory, ".draft-", ".note");
    Files.writeString(draft, text);
    Files.setLastModifiedTime(draft, FileTime.fromMillis(1000));
    putMany();
    assertThat(names(directory)).containsExactly("n3.note", "n4.note");
  }

  @Test
  void aFileOfAnEarlierVersionIsTrimmed() throws IOException {
    new FileCache(root, new FileCache.Kind("notes", "note", 0), 2, 1 << 20).put("old", "text");
    Files.setLastModifiedTime(directory.resolve("old.note"), FileTime.fromMillis(1000));
    putMany();
    assertThat(names(directory)).containsExactly("n3.note", "n4.note");
  }

  @Test
  void aLinkInPlaceOfAFileIsNotRead() throws IOException {
    putMany();
    Path file = directory.resolve("n4.note");
    Path elsewhere = Files.move(file, home.resolve("elsewhere"));
    Files.createSymbolicLink(file, elsewhere);
    assertThat(cache().get("n4")).isEmpty();
    cache().put("n4", "other");
    assertThat(cache().get("n4")).map(kept -> new String(kept.bytes(), UTF_8)).contains("other");
    assertThat(Files.readString(elsewhere)).endsWith("\ntext");
  }

  @Test
  void namesFilesSoThatTheyCanBeRead() {
    assertThat(FileCache.name("10.0.0.1:6443/a?hash=0BC1Dx"))
        .isEqualTo("10.0.0.1=003a6443_a=003fhash=003d0+bc1d+x");
  }

  @Test
  void namesEachTextInAnotherWay() {
    var random = new Random(5);
    var texts = new HashSet<String>();
    var names = new HashSet<String>();
    for (int i = 0; i < 20_000; i++) {
      var text = new StringBuilder();
      int length = random.nextInt(random.nextBoolean() ? 4 : 300);
      for (int j = 0; j < length; j++) {
        text.append("aA=./2e+_\u00e9B".charAt(random.nextInt(11)));
      }
      texts.add(text.toString());
      String name = FileCache.name(text.toString());
      names.add(name.toLowerCase(Locale.ROOT));
      assertThat(name).matches("[a-z0-9_+=.-]{0,240}");
    }
    assertThat(names).hasSameSizeAs(texts);
  }
}
