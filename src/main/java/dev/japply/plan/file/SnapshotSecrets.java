package dev.japply.plan.file;

import static dev.japply.tree.Missing.MISSING;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.object.KubeObject;
import dev.japply.object.LastApplied;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretCopies;
import dev.japply.object.SecretValues;
import dev.japply.object.SecretWalk;
import dev.japply.object.SecretWalk.Part;
import dev.japply.object.SecretWalk.Sort;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.Snapshot.SealedObject;
import dev.japply.problem.Origin;
import dev.japply.tree.GoJson;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The values of Secrets in the live objects of a snapshot. The file has digests in their place.
/// When it is read, each digest becomes the value of a manifest with that digest, or a placeholder.
/// Equal values stay equal and different ones different, so a merge has the same result as with the
/// live objects.
///
/// An annotation becomes the map `{"digest": …}`, so that it is not taken for one whose text is a
/// digest. A text in the `stringData` of a Secret gets the digest that it has once it is stored in
/// `data`.
public final class SnapshotSecrets {
  private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");
  private static final String ANNOTATION_DIGEST = "digest";

  private final SecretDigests digests;

  /// The values of the manifests by their digests.
  private final Map<String, Value> values = new HashMap<>();

  /// Objects with copies of secret values, so that texts in them may be digests.
  private final Set<ObjectKey> copying = new HashSet<>();

  private final Map<String, String> standIns = new HashMap<>();

  public SnapshotSecrets(SecretDigests digests) {
    this.digests = digests;
  }

  /// Returns the object without values of Secrets and without copies of them. The last-applied
  /// configuration is kept with digests of its own, so that it can still be merged.
  public SealedObject sealed(MapValue live, KubeObject desired) {
    MapValue config =
        LastApplied.read(live).config() instanceof MapValue applied ? applied : MapValue.EMPTY;
    SecretCopies copies = SecretCopies.of(desired, live);
    if (copies.isEmpty() && !SecretWalk.isInvolvedIn(live) && !SecretWalk.isInvolvedIn(config)) {
      return new SealedObject(live, MISSING);
    }
    ObjectKey key = KubeObject.of(live, Origin.NONE).key();
    SecretValues secrets = SecretValues.of(live, config);
    var walk = new SecretWalk(part -> sealed(part, key, secrets), copies::areIn);
    return new SealedObject(
        walk.object(key.toString(), live),
        config.isEmpty() ? MISSING : walk.object(key.toString(), config));
  }

  /// @param secrets the values of the object, which an annotation may repeat
  private Value sealed(Part part, ObjectKey key, SecretValues secrets) {
    Value value = part.value();
    return switch (part.sort()) {
      case VALUE, COPY -> Value.text(digest(part, key));
      case NULL -> value;
      case LAST_APPLIED, OTHER_LAST_APPLIED, ANNOTATION -> {
        boolean isPublic =
            value instanceof StringValue(String text)
                && (part.sort() == Sort.ANNOTATION || text.isEmpty())
                && !secrets.isIn(text);
        yield isPublic
            ? value
            : MapValue.of(ANNOTATION_DIGEST, Value.text(digests.digest(part.at(), value)));
      }
    };
  }

  private String digest(Part part, ObjectKey key) {
    return part.sort() != Sort.COPY
            && isText(part, key)
            && part.value() instanceof StringValue(String text)
        ? digests.digest(
            key + "/data/" + part.at().substring(texts(key).length()), Value.text(encoded(text)))
        : digests.digest(part.at(), part.value());
  }

  /// Returns true if the part is in `stringData` of the Secret `key`.
  private static boolean isText(Part part, ObjectKey key) {
    return part.at().startsWith(texts(key));
  }

  private static String texts(ObjectKey key) {
    return key + "/stringData/";
  }

  /// Returns a text in base64, as `data` has it.
  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  private static String decoded(String data) {
    try {
      return new String(Base64.getDecoder().decode(data), UTF_8);
    } catch (IllegalArgumentException e) {
      return data;
    }
  }

  /// Adds the values of a manifest whose namespace is set.
  void add(KubeObject desired) {
    ObjectKey key = desired.key();
    if (!desired.copies().isEmpty()) {
      copying.add(key);
    }
    new SecretWalk(part -> added(part, key), desired.copies()::areIn)
        .object(key.toString(), desired.tree());
  }

  private Value added(Part part, ObjectKey key) {
    if (part.sort() != Sort.NULL) {
      boolean isStored = part.sort() != Sort.COPY && isText(part, key);
      values.put(
          digest(part, key),
          isStored && part.value() instanceof StringValue(String text)
              ? Value.text(encoded(text))
              : part.value());
    }
    return part.value();
  }

  /// Returns the placeholders with the digests that they replace.
  Map<String, String> standIns() {
    return standIns;
  }

  /// Returns the object with values or placeholders, ready to be merged.
  MapValue opened(SealedObject sealed) {
    ObjectKey key = KubeObject.of(sealed.live(), Origin.NONE).key();
    String at = key.toString();
    var texts = new ArrayList<String>();
    var opening =
        new SecretWalk(
            part -> opened(part, key, texts), value -> copying.contains(key) && isDigest(value));
    MapValue live = opening.object(at, sealed.live());
    Node config =
        sealed.lastApplied() instanceof MapValue applied ? opening.object(at, applied) : MISSING;
    String applied =
        config instanceof MapValue map
            ? GoJson.writeInOrder(annotating(texts, "").object(at, map)) + "\n"
            : "";
    return annotating(texts, applied).object(at, live);
  }

  private static boolean isDigest(Node value) {
    return value instanceof StringValue(String text) && DIGEST.matcher(text).matches();
  }

  /// @param texts receives the texts that replace digests
  private Value opened(Part part, ObjectKey key, List<String> texts) {
    Value opened =
        switch (part.sort()) {
          case VALUE, COPY ->
              part.value() instanceof StringValue(String digest)
                  ? value(part, key, digest)
                  : part.value();
          case NULL, LAST_APPLIED, OTHER_LAST_APPLIED, ANNOTATION -> part.value();
        };
    boolean isSecret = part.sort() == Sort.VALUE || part.sort() == Sort.COPY;
    if (isSecret && opened instanceof StringValue(String text)) {
      texts.add(text);
    }
    return opened;
  }

  private Value value(Part part, ObjectKey key, String digest) {
    boolean isText = part.sort() == Sort.VALUE && isText(part, key);
    Value known = values.get(digest);
    if (known != null) {
      return isText && known instanceof StringValue(String data)
          ? Value.text(decoded(data))
          : known;
    }
    if (isText) {
      return part.value();
    }
    boolean isData = part.sort() == Sort.VALUE && part.at().startsWith(key + "/data/");
    return standIn(isData ? encoded(digest) : digest, digest);
  }

  private Value standIn(String text, String digest) {
    standIns.put(text, digest);
    return Value.text(text);
  }

  /// Returns a walk that opens annotations. A placeholder repeats a secret value if the annotation
  /// did, so that it stays hidden.
  ///
  /// @param texts all secret values of the object
  /// @param applied the text of the last-applied annotation; empty if no manifest has it
  private SecretWalk annotating(List<String> texts, String applied) {
    String repeating = String.join(" ", texts);
    return new SecretWalk(part ->
        switch (part.sort()) {
          case VALUE, NULL, COPY -> part.value();
          case LAST_APPLIED, OTHER_LAST_APPLIED ->
              annotation(part.value(), applied.isEmpty() ? repeating : "", applied);
          case ANNOTATION -> annotation(part.value(), repeating, "");
        });
  }

  private Value annotation(Value value, String repeating, String applied) {
    if (!(value instanceof MapValue sealed)) {
      return value;
    }
    String digest = sealed.text(ANNOTATION_DIGEST);
    Value known = values.get(digest);
    return known != null
        ? known
        : standIn(applied.isEmpty() ? digest + " " + repeating : applied, digest);
  }
}
