package dev.japply.problem;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The kinds of warnings. `--no-warn` and the project file silence them by their ids.
public enum WarningId {
  ANNOTATION_SIZE("The annotations of an object are close to the size limit of the server."),
  APPLYSET(
      "An object leaves its ApplySet, another manager owns fields of the ApplySet, its parent has"
          + " another id, or members cannot be searched.",
      Guard.PROTECTED),
  AUTOSCALED_REPLICAS("A manifest sets the number of replicas, which an autoscaler decides."),
  BEING_DELETED(
      "A changed object is being deleted, so that the change has no effect.", Guard.PROTECTED),
  CONFLICTING_FIELDS("The server will not accept two fields of an object together."),
  CONVERTED_KEY("A key without quotes, such as n, is read as another text."),
  DEPRECATED_API("An API version is deprecated, and a later Kubernetes does not have it."),
  DEPRECATED_FIELD("A kustomization has a deprecated field."),
  DEPRECATED_FLAG("A flag, or a value of it, is deprecated."),
  DUPLICATE_KEY("A manifest has a key twice, so that one of the values is lost.", Guard.PROTECTED),
  DROPPED_FIELD("The server accepts a field, but does not store it.", Guard.PROTECTED),
  DRY_RUN("The server did not check an object in a dry run; japply shows the local result."),
  EDIT("An edited annotation cannot be compared with the live object."),
  ENCODING("A file has bytes that are not valid, which are lost.", Guard.PROTECTED),
  EQUAL_KEYS("Items of a list have equal keys, so that a merge takes them for one."),
  EXPIRED_PLAN("A plan file has expired."),
  FIGHTING_VALUE(
      "The server stores another value than the manifest has, so that an apply writes each time."),
  IMMUTABLE_FIELD("A change of an immutable field, which the server will refuse."),
  INTERRUPTED_UPDATE("An update of a package was interrupted.", Guard.PROTECTED),
  KUBERC(
      "The user's preferences cannot be read, or have unknown fields or an alias without effect.",
      Guard.PROTECTED),
  LINE_BREAK("A character that editors do not show is read as a line break."),
  LINKED_FILE("A file in a directory is a link to a file elsewhere.", Guard.PROTECTED),
  MISSING_ANNOTATION("A live object has no last-applied annotation, so it was not applied before."),
  MISSING_REFERENCE("A manifest refers to an object that is not in the input."),
  MIGRATION("A step of the migration to server-side apply failed, and the next run repeats it."),
  NOT_DELETED("An object was not deleted, or still exists."),
  NOT_EDITED("An object was skipped, because it has no last-applied annotation."),
  NOT_PRUNED("An object was not pruned, or still exists."),
  NOT_TAKEN_BACK("An undo leaves something as it is, or cannot restore it.", Guard.PROTECTED),
  NO_OBJECTS("A file that was named has no objects."),
  NO_SCHEMA("Objects have no schema, so that their fields are not checked."),
  NULL_ITEM("An item of a list is null, which becomes an empty value."),
  OCTAL_NUMBER("A number with a leading zero is read as octal."),
  OTHER_APPLIER(
      "The change takes back a field that another manager applies server-side.", Guard.PROTECTED),
  OTHER_METHOD("A default makes apply server-side, but the preview of it is client-side."),
  OTHER_NAMESPACE("An object has another namespace than the one of the command."),
  OTHER_VERSION(
      "A field was applied in another API version of an autoscaler, and stays.", Guard.PROTECTED),
  PACKAGE_CREDENTIALS(
      "The credentials in the address of a package are not stored.", Guard.PROTECTED),
  PACKAGE_LINKS(
      "A symbolic link, a submodule or a name that is not UTF-8 is not part of a package."),
  PEER_LABELS("Labels of a kustomization narrow a NetworkPolicy's peers in other namespaces."),
  PORT_CLASH("Two containers of a Pod have the same port, or ports with the same name."),
  PROJECT_FILE("A project file is ignored, because another user owns it.", Guard.PROTECTED),
  PRUNE_SCOPE("Pruning also deletes objects outside of the namespace.", Guard.PROTECTED),
  PRUNE_SEARCH("A type could not be searched for objects to prune."),
  RECREATION("An object is deleted and created again by a rule.", Guard.PROTECTED),
  SAME_NAME(
      "Server-side apply takes over what the same name has written by a create or an update.",
      Guard.PROTECTED),
  SERVER(
      "A warning from the server, such as a deprecated version or a violated policy.",
      Guard.PROTECTED),
  TEMPORARY_FILE("A temporary file with an object cannot be removed.", Guard.PROTECTED),
  UNBUILT_REVISION("A kustomization cannot be built in the revision that it is compared with."),
  UNCOMMITTED("An update changes files that are not committed.", Guard.PROTECTED),
  UNREAD_TEXT("The text after the end of a document is not read.", Guard.PROTECTED),
  UNUSED_IGNORE("A rule of --ignore, --take, --leave or of an annotation matches no field."),
  UNUSED_VAR("A var of a kustomization is not used."),
  WAITING("japply waits for a webhook, for a deletion or for readiness."),
  WATCH("The state of an awaited object cannot be read at the moment."),
  WHOLE_FIELD("A field is sent as a whole, because a patch cannot address its parts.");

  /// The protection of a warning against project files.
  private enum Guard {
    NONE,
    PROTECTED
  }

  private final String explanation;
  private final Guard guard;

  WarningId(String explanation) {
    this(explanation, Guard.NONE);
  }

  WarningId(String explanation, Guard guard) {
    this.explanation = explanation;
    this.guard = guard;
  }

  /// Returns the id, such as `autoscaled-replicas`.
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Returns the meaning of the warning, as a sentence.
  public String explanation() {
    return explanation;
  }

  /// Whether the warning is about security or lost data. Users can silence it, but not a project
  /// file.
  public boolean isProtected() {
    return guard == Guard.PROTECTED;
  }

  /// Returns the kind of warning with the id `id`; empty if there is none.
  public static Optional<WarningId> find(String id) {
    return Arrays.stream(values()).filter(each -> each.id().equals(id)).findFirst();
  }

  /// Returns all ids.
  public static List<String> ids() {
    return Arrays.stream(values()).map(WarningId::id).toList();
  }
}
