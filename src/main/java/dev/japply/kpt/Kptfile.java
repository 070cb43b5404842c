package dev.japply.kpt;

import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import dev.japply.yaml.DocumentStream;
import dev.japply.yaml.SyntaxFailure;
import dev.japply.yaml.YamlEditor;
import dev.japply.yaml.YamlSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The file with a package's metadata and upstream, as kpt writes it:
/// <https://kpt.dev/reference/schema/kptfile/>. An edited Kptfile keeps its comments, its order and
/// any unknown fields.
public final class Kptfile {
  public static final String NAME = "Kptfile";

  private static final String VERSION = "kpt.dev/v1";
  private static final String UPSTREAM = "upstream";
  private static final String LOCK = "upstreamLock";
  private static final String STRATEGY = "updateStrategy";
  private static final String ANNOTATIONS = "annotations";
  private static final String COMMENTS = "japply.dev/merge-comments";

  private final String path;
  private final YamlSource source;

  private Kptfile(String path, YamlSource source) {
    this.path = path;
    this.source = source;
  }

  /// The Kptfile of that text.
  ///
  /// @param path its name in messages
  /// @throws JapplyException when it is none of version v1
  public static Kptfile parse(String path, String text) {
    YamlSource source = YamlSource.parse(text).orElseThrow(() -> unreadable(path, text));
    if (!(source.value() instanceof MapValue map) || !map.text("kind").equals(NAME)) {
      throw failure(path, "is no Kptfile: its kind must be Kptfile", "");
    }
    if (!map.text("apiVersion").equals(VERSION)) {
      throw failure(
          path,
          "has apiVersion \"" + map.text("apiVersion") + "\", which must be " + VERSION,
          "migrate it with kpt fn eval --image gcr.io/kpt-fn/fix:v0.2");
    }
    return new Kptfile(path, source);
  }

  /// A new Kptfile of that name, as kpt writes it.
  public static Kptfile create(String name) {
    String text = "apiVersion: " + VERSION + "\nkind: " + NAME + "\nmetadata:\n  name: x\n";
    return parse(NAME, text).named(name);
  }

  private static JapplyException unreadable(String path, String text) {
    Optional<SyntaxFailure> failure = DocumentStream.read(path, text, document -> {});
    Origin origin =
        failure
            .map(SyntaxFailure::place)
            .map(at -> new Origin(path, at.line(), at.column()))
            .orElse(Origin.of(path));
    String what = failure.map(Throwable::getMessage).orElse("is no YAML document");
    return new JapplyException(origin, what, "correct it, or get the package again");
  }

  private static JapplyException failure(String path, String what, String hint) {
    return new JapplyException(Origin.of(path), what, hint);
  }

  public String text() {
    return source.text();
  }

  MapValue value() {
    return (MapValue) source.value();
  }

  /// Returns the fields about the package itself, without its upstream and its local name. Both
  /// upstream and the user may change them.
  MapValue own() {
    MapValue all = withoutChoice(value().without(UPSTREAM).without(LOCK));
    return all.with("metadata", all.map("metadata").without("name").without("namespace"));
  }

  /// Returns whether both are equal except for the lock, the update strategy and the status, which
  /// kpt writes when it runs the pipeline.
  boolean isSameBut(Kptfile other) {
    return compared().equals(other.compared());
  }

  private MapValue compared() {
    MapValue from = value().map(UPSTREAM).map("git");
    return value().without(LOCK).without("status").without(UPSTREAM).with(UPSTREAM, from);
  }

  /// Returns the upstream of the package.
  ///
  /// @throws JapplyException if the Kptfile does not name one
  public Upstream upstream() {
    return place(value().map(UPSTREAM), UPSTREAM)
        .orElseThrow(() ->
            failure(
                path,
                "names no upstream",
                "get the package with japply pkg get, or add upstream.git.repo, directory and"
                    + " ref"));
  }

  /// Returns the lock of the last fetch or update; null if the Kptfile has none.
  public @Nullable UpstreamLock lock() {
    MapValue lock = value().map(LOCK);
    String commit = lock.map("git").text("commit");
    return place(lock, LOCK)
        .filter(from -> !commit.isEmpty())
        .map(from -> new UpstreamLock(from, commit))
        .orElse(null);
  }

  /// Whether it only refers to a package, which is yet to be fetched.
  public boolean isReference() {
    return hasUpstream() && lock() == null;
  }

  boolean hasUpstream() {
    return place(value().map(UPSTREAM), UPSTREAM).isPresent();
  }

  /// Whether both name one upstream, or none.
  public boolean hasUpstreamOf(Kptfile other) {
    return value().get(UPSTREAM).equals(other.value().get(UPSTREAM));
  }

  /// Whether both are one version of one package upstream. A lock that one of them does not have
  /// does not count.
  boolean isFrom(Kptfile other) {
    boolean isLocked = !commit().isEmpty() && !other.commit().isEmpty();
    return hasUpstreamOf(other) && (!isLocked || commit().equals(other.commit()));
  }

  /// The commit of the lock; empty if there is none.
  String commit() {
    UpstreamLock lock = lock();
    return lock == null ? "" : lock.commit();
  }

  /// The place of its upstream in messages.
  String shownPlace() {
    Upstream upstream = upstream();
    return upstream.shown() + " " + upstream.directory();
  }

  /// The same with the upstream and the lock of `other`, if that has a lock.
  Kptfile from(Kptfile other) {
    MapValue value = value();
    for (String key : new String[] {UPSTREAM, LOCK}) {
      if (other.value().get(key) instanceof Value part) {
        value = value.with(key, part);
      }
    }
    return edited(value);
  }

  private Optional<Upstream> place(MapValue upstream, String key) {
    MapValue git = upstream.map("git");
    String type = upstream.text("type");
    if (!type.isEmpty() && !type.equals("git")) {
      throw failure(
          path,
          "%s.type is \"%s\"; it must be git".formatted(key, type),
          type.equals("generic")
              ? "update it with the program that fetched it, or get the package from git"
              : "");
    }
    if (git.text("repo").isEmpty()) {
      return Optional.empty();
    }
    String directory = git.text("directory");
    return Optional.of(
        new Upstream(git.text("repo"), directory.isEmpty() ? "/" : directory, git.text("ref")));
  }

  /// Returns the strategy in the Kptfile; kpt's default if there is none.
  ///
  /// @throws JapplyException if the strategy is unknown
  public UpdateStrategy strategy() {
    String name = value().map(UPSTREAM).text(STRATEGY);
    return name.isEmpty()
        ? UpdateStrategy.RESOURCE_MERGE
        : UpdateStrategy.of(name)
            .orElseThrow(() ->
                failure(
                    path,
                    "upstream.updateStrategy is \"" + name + "\"",
                    "it must be one of " + UpdateStrategy.names()));
  }

  /// Whether updates write comments that identify objects.
  public boolean hasComments() {
    return !annotations(value()).text(COMMENTS).equals("false");
  }

  /// The same with that choice for later updates.
  public Kptfile withComments(boolean written) {
    return written == hasComments()
        ? this
        : edited(written ? withoutChoice(value()) : withChoice(value()));
  }

  private static MapValue annotations(MapValue kptfile) {
    return kptfile.map("metadata").map(ANNOTATIONS);
  }

  private static MapValue withChoice(MapValue kptfile) {
    MapValue annotations = annotations(kptfile).with(COMMENTS, Value.text("false"));
    return kptfile.with("metadata", kptfile.map("metadata").with(ANNOTATIONS, annotations));
  }

  private static MapValue withoutChoice(MapValue kptfile) {
    MapValue annotations = annotations(kptfile);
    if (!annotations.has(COMMENTS)) {
      return kptfile;
    }
    MapValue rest = annotations.without(COMMENTS);
    MapValue metadata = kptfile.map("metadata");
    return kptfile.with(
        "metadata",
        rest.isEmpty() ? metadata.without(ANNOTATIONS) : metadata.with(ANNOTATIONS, rest));
  }

  /// The same under another name.
  Kptfile named(String name) {
    MapValue metadata = value().map("metadata");
    return edited(value().with("metadata", metadata.with("name", Value.text(name))));
  }

  /// The same with where it comes from, and how it is updated. Users and passwords in the address
  /// are not written.
  public Kptfile with(Upstream upstream, UpdateStrategy strategy) {
    MapValue old = value().map(UPSTREAM);
    MapValue fresh =
        old.with("type", Value.text("git"))
            .with("git", git(old.map("git"), upstream))
            .with(STRATEGY, Value.text(strategy.text()));
    return edited(value().with(UPSTREAM, fresh));
  }

  /// Returns the same Kptfile with another fetched version.
  public Kptfile with(UpstreamLock lock) {
    MapValue old = value().map(LOCK);
    MapValue git = git(old.map("git"), lock.from()).with("commit", Value.text(lock.commit()));
    return edited(value().with(LOCK, old.with("type", Value.text("git")).with("git", git)));
  }

  private static MapValue git(MapValue old, Upstream upstream) {
    return old.with("repo", Value.text(upstream.shown()))
        .with("directory", Value.text(upstream.directory()))
        .with("ref", Value.text(upstream.ref()));
  }

  /// The same without the results of functions, which are about an earlier version.
  Kptfile withoutStatus() {
    return value().has("status") ? edited(value().without("status")) : this;
  }

  /// The same with the name, the upstream, the lock and the choice of comments of `local`: what
  /// belongs to the copy.
  public Kptfile placedAs(Kptfile local) {
    MapValue named = named(local.value().map("metadata").text("name")).value();
    MapValue placed = local.hasComments() ? withoutChoice(named) : withChoice(named);
    for (String key : new String[] {UPSTREAM, LOCK}) {
      placed =
          local.value().get(key) instanceof Value value
              ? placed.with(key, value)
              : placed.without(key);
    }
    return edited(placed);
  }

  /// The same with another content; upstream and lock come behind the metadata, as kpt has them.
  Kptfile edited(MapValue value) {
    String order = "apiVersion: x\nkind: x\nmetadata: {}\nupstream: {}\nupstreamLock: {}\n";
    YamlSource donor = YamlSource.parse(order).orElseThrow();
    return parse(path, YamlEditor.edit(source, value, donor));
  }

  /// The source of a package at its last fetch or update.
  ///
  /// @param from the location; its ref is the one that was found, `web/v1` if `v1` was requested
  /// @param commit the commit, never a tag object
  public record UpstreamLock(Upstream from, String commit) {}

  /// The strategy for applying upstream's changes to a package.
  public enum UpdateStrategy {
    /// Local edits and upstream's changes are merged, object by object.
    RESOURCE_MERGE("resource-merge"),
    /// The package becomes upstream's, unless it has local edits.
    FAST_FORWARD("fast-forward"),
    /// The package becomes upstream's, whatever was edited.
    FORCE_DELETE_REPLACE("force-delete-replace"),
    /// All files of upstream are taken, whatever was edited; files that are only here stay.
    COPY_MERGE("copy-merge");

    private final String text;

    UpdateStrategy(String text) {
      this.text = text;
    }

    /// Returns the name of the strategy in Kptfiles.
    public String text() {
      return text;
    }

    public static Optional<UpdateStrategy> of(String text) {
      return Arrays.stream(values()).filter(strategy -> strategy.text.equals(text)).findFirst();
    }

    /// All names, for messages.
    public static String names() {
      return Arrays.stream(values()).map(UpdateStrategy::text).collect(Collectors.joining(", "));
    }
  }
}
