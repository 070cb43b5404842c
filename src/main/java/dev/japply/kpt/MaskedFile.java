package dev.japply.kpt;

import dev.japply.object.ObjectKey;
import dev.japply.problem.MaskedUrl;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.YamlEditor;
import dev.japply.yaml.YamlSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A file as it may be shown: without the values of Secrets.
public final class MaskedFile {
  static final String HIDDEN = "(hidden)";

  private static final Pattern SECRET = Pattern.compile("kind[\"']?\\s*:\\s*[\"']?Secret\\b");

  /// An address in a Kptfile, which may hold a password.
  private static final Pattern REPO = Pattern.compile("(repo[\"']?\\s*:\\s*[\"']?)([^\\s\"']+)");

  private static final List<String> VALUES = List.of("data", "stringData");
  private static final String SAME = "***";

  private MaskedFile() {}

  /// Whether somewhere in it a Secret may stand.
  static boolean mayHoldSecret(PackageFile file) {
    return SECRET.matcher(file.text()).find();
  }

  /// The text of `file`, in which values that `other` has, too, are `***`, and the rest is marked.
  ///
  /// @param path what the file is called
  /// @param other the version that it is compared with; null for none
  /// @param mark which version this is, `before` or `after`
  /// @return empty when it cannot be told where the values of its Secrets are
  public static Optional<String> text(
      String path, PackageFile file, @Nullable PackageFile other, String mark) {
    if (path.equals(Kptfile.NAME) || path.endsWith("/" + Kptfile.NAME)) {
      return Optional.of(REPO.matcher(file.text()).replaceAll(MaskedFile::bare));
    }
    if (!mayHoldSecret(file)) {
      return Optional.of(file.text());
    }
    Optional<YamlFile> yaml = YamlFile.parse(path, file);
    Map<ObjectKey, MapValue> others =
        other == null
            ? Map.of()
            : YamlFile.parse(path, other).map(found -> secrets(path, found)).orElse(Map.of());
    return yaml.filter(found -> found.segments().stream().noneMatch(MaskedFile::isNested))
        .map(found -> masked(path, found, file, others, mark));
  }

  private static String bare(MatchResult repo) {
    String address = repo.group(2);
    String bare = MaskedUrl.bare(address);
    String shown = bare.equals(address) ? address : bare.replaceFirst("://", "://***@");
    return Matcher.quoteReplacement(repo.group(1) + shown);
  }

  /// Whether Secrets stand in it where nothing looks for them.
  private static boolean isNested(Segment segment) {
    return segment.value() instanceof MapValue map
        && !map.text("kind").equals("Secret")
        && SECRET.matcher(segment.body()).find();
  }

  private static Map<ObjectKey, MapValue> secrets(String path, YamlFile file) {
    var secrets = new HashMap<ObjectKey, MapValue>();
    for (Segment segment : file.segments()) {
      if (segment.isResource()) {
        var resource = new Resource(path, 0, segment);
        secrets.put(resource.key(), resource.tree());
      }
    }
    return secrets;
  }

  private static String masked(
      String path, YamlFile yaml, PackageFile file, Map<ObjectKey, MapValue> others, String mark) {
    var segments = new ArrayList<Segment>();
    for (Segment segment : yaml.segments()) {
      YamlSource source = segment.source();
      boolean secret =
          source != null
              && segment.value() instanceof MapValue map
              && map.text("kind").equals("Secret");
      if (secret) {
        var resource = new Resource(path, 0, segment);
        MapValue shown = masked(resource.tree(), others.get(resource.key()), mark);
        segments.add(segment.with(YamlEditor.edit(segment.document(), shown, null)));
      } else {
        segments.add(segment);
      }
    }
    return yaml.with(file, segments).text();
  }

  private static MapValue masked(MapValue secret, @Nullable MapValue other, String mark) {
    MapValue masked = secret;
    for (String field : VALUES) {
      if (secret.get(field) instanceof MapValue values) {
        MapValue hidden = MapValue.EMPTY;
        for (var entry : values.entries().entrySet()) {
          boolean same =
              other != null && other.map(field).get(entry.getKey()).equals(entry.getValue());
          hidden = hidden.with(entry.getKey(), Value.text(same ? SAME : SAME + " (" + mark + ")"));
        }
        masked = masked.with(field, hidden);
      }
    }
    return masked;
  }
}
