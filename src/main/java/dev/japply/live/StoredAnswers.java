package dev.japply.live;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;

/// Answers on disk, trusted for [#TRUSTED].
public final class StoredAnswers implements AnswerStore {
  /// How long an answer counts: so much later at most it is seen that a server was upgraded.
  public static final Duration TRUSTED = Duration.ofMinutes(10);

  private static final String FORMAT = "japply-answer-1";
  private static final String SUFFIX = ".answer";

  private final FileCache files;
  private final Clock clock;

  /// Answers in `directory`, which is made when the first one is put; at most a thousand, of 32 MiB
  /// in all.
  public StoredAnswers(Path directory, Clock clock) {
    this.files = new FileCache(directory, FORMAT, 1000, 32L << 20);
    this.clock = clock;
  }

  @Override
  public Optional<Value> get(String server, String path) {
    try {
      return files.get(name(server, path)).filter(this::isTrusted).map(k -> Json.parse(k.text()));
    } catch (JsonSyntaxException e) {
      return Optional.empty();
    }
  }

  @Override
  public void put(String server, String path, Value answer) {
    files.put(name(server, path), GoJson.write(answer));
  }

  /// Not after its time, nor long before it: then a clock was set.
  private boolean isTrusted(FileCache.Kept kept) {
    return Duration.between(kept.time(), clock.instant()).abs().compareTo(TRUSTED) < 0;
  }

  private static String name(String server, String path) {
    try {
      byte[] text = (server + "\n" + path).getBytes(StandardCharsets.UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text);
      return HexFormat.of().formatHex(hash) + SUFFIX;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
