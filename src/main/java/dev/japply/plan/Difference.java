package dev.japply.plan;

/// A deliberate difference from kubectl that `--compat=kubectl` reverts, named after japply's
/// behavior. Its comment ends with kubectl's behavior. Differences in merging are merge rules
/// instead.
public enum Difference {
  // Reading manifests and preferences.

  /// A `List` in a `List` is taken apart; refused.
  TAKES_NESTED_LISTS_APART,
  /// Integers beyond 64 bits stay exact; rounded to float64.
  KEEPS_BIG_INTEGERS,
  /// A file that is named twice is read once; read again.
  READS_FILES_ONCE,
  /// One object twice in the input is an error, and nothing is written; both are applied.
  REFUSES_REPEATED_OBJECTS,
  /// A directory that kustomize builds is refused; its files are applied as they are.
  REFUSES_KUSTOMIZATIONS,
  /// A patch of a kustomization whose target selects nothing is an error; passed over.
  REFUSES_UNMATCHED_PATCHES,
  /// A patch of a kustomization merges with the lists of custom resources by the keys of their
  /// CustomResourceDefinition, where that is among the objects; it replaces them.
  MERGES_CUSTOM_LISTS_IN_PATCHES,
  /// Objects annotated as local configuration are passed over and counted; applied.
  SKIPS_LOCAL_CONFIG,
  /// `KUBERC=FILE` names the file of preferences; documented, but passed over.
  READS_KUBERC_VARIABLE,
  /// A project file sets defaults for flags and limits the contexts; there is none.
  READS_PROJECT_FILE,

  /// `diff` refuses fields that `apply` refuses; passes them.
  VALIDATES_DIFFS,

  // Order and dependencies.

  /// Needed objects are applied before the objects that need them; the order of the input.
  ORDERS_BY_DEPENDENCY,
  /// The annotation `config.kubernetes.io/depends-on` names objects that are applied first; an
  /// annotation like others.
  HEEDS_DEPENDS_ON,
  /// Objects whose type a CustomResourceDefinition of the input defines wait until it is served,
  /// and dry runs plan them without the server; they fail.
  AWAITS_NEW_TYPES,
  /// A dry run plans objects without the server when the input brings their namespace; they fail.
  ASSUMES_NEW_NAMESPACES,

  // Reading, writing, and writing again.

  /// An object that a list lacks is taken as absent; it is read once more.
  TRUSTS_LISTS,
  /// After a write with unknown outcome the object is read, and the write is sent again if
  /// necessary; an error.
  RETRIES_LOST_WRITES,
  /// An object that another client creates before the POST is read and merged; an error.
  MERGES_WITH_CREATED,
  /// An object that another client deletes before the PATCH is created; an error.
  CREATES_DELETED,
  /// A conflict of versions at server-side apply is tried again; an error.
  RETRIES_SERVER_SIDE_CONFLICTS,
  /// A conflict about a version that the manifest names is final, and `--force` does not help
  /// against it; tried again, and replaced.
  RESPECTS_NAMED_VERSIONS,
  /// Conflicts with clients that write other fields do not count as tries; they count.
  FORGIVES_UNRELATED_CONFLICTS,
  /// A write that fails because a webhook does not respond or the server has just started is sent
  /// again for a while; an error.
  AWAITS_WEBHOOKS,
  /// An unreachable server ends the run with one error; each object that is left fails.
  STOPS_WITHOUT_SERVER,
  /// A patch that changes which fields are owned is for the version that was read; for any.
  GUARDS_OWNERSHIP,
  /// Warnings before a patch name fields that the server will refuse, values of other managers, and
  /// replicas that an autoscaler controls; none.
  WARNS_BEFORE_PATCHES,
  /// An annotation that is too long is refused before it is sent; the server refuses it.
  CHECKS_ANNOTATION_SIZE,
  /// A migration to server-side apply that fails while fields stay which have left the manifest is
  /// an error; a warning.
  FAILS_UNFINISHED_MIGRATION,

  // Reports about an object.

  /// A dry run of the client shows the merged object, and what would happen; the live object, as
  /// configured.
  MERGES_IN_CLIENT_DRY_RUN,
  /// A PATCH without any change on the server is reported as `unchanged`; as `configured`.
  RECOGNIZES_EMPTY_CHANGES,
  /// A pending deletion is reported when the object changes; always.
  WARNS_OF_DELETION_ON_CHANGE,
  /// `-o json` and `-o yaml` print applied objects when another object fails; nothing.
  PRINTS_DESPITE_FAILURES,
  /// A template that fails prints an error without the object; the object on standard output.
  HIDES_TEMPLATE_INPUT,
  /// `--record` writes down japply's own name and flags; kubectl's name, without `--compat`.
  RECORDS_OWN_NAME,

  /// The last line on standard error of `apply` and `diff` counts the results; none.
  SUMMARIZES,

  // Replacing by `--force`.

  /// Objects whose deletion also deletes others or data are not deleted; deleted.
  PROTECTS_PRECIOUS_OBJECTS,
  /// A dry run checks the new object before the old one is deleted; it is deleted immediately.
  REHEARSES_REPLACEMENT,
  /// Without `--timeout` a deleted object is waited for; looked for once.
  AWAITS_REPLACED,
  /// A replaced object is reported as `recreated`; as `configured`.
  REPORTS_RECREATED,
  /// Only the object that was read is deleted, here and in pruning; also one that has taken its
  /// name.
  DELETES_BY_UID,

  // Pruning.

  /// Objects to prune are listed before the first is deleted; not listed.
  ANNOUNCES_PRUNING,
  /// Dependent objects are deleted, and gone, before their dependencies; by type, configuration
  /// first.
  PRUNES_DEPENDENTS_FIRST,
  /// An object that cannot be pruned, or a type that cannot be listed, is an error, and the others
  /// go; the run ends.
  PRUNES_PAST_FAILURES,
  /// Types that are not served, or whose discovery fails, are skipped or reported; the run ends.
  PASSES_OVER_UNSERVED_TYPES,
  /// An object to prune that is gone, or a Namespace that is going, counts as pruned, and one that
  /// has another in its place stays with a warning; an error.
  TAKES_GONE_FOR_PRUNED,
  /// A Namespace stays while objects of the manifests are in it; deleted with all of them.
  SPARES_OCCUPIED_NAMESPACES,
  /// An object with a protecting annotation stays; deleted.
  KEEPS_PROTECTED_OBJECTS,
  /// `--wait` waits until pruned objects are gone; only until they were deleted.
  AWAITS_PRUNED,
  /// Pruned objects as YAML are separated by `---`; run into the one before.
  SEPARATES_PRUNED,
  /// `--applyset` is there; only with `KUBECTL_APPLYSET=true`.
  OFFERS_APPLY_SETS,
  /// Objects that are members of another ApplySet are refused; they change sets.
  REFUSES_MEMBERS_OF_OTHERS,
  /// The parent of an ApplySet that does not change is read; patched twice.
  LEAVES_UNCHANGED_PARENTS,

  // Ignored fields.

  /// The annotation `japply.dev/ignore` names fields of its object that stay as they are live; an
  /// annotation like others.
  HEEDS_IGNORE_ANNOTATION,

  // `diff`.

  /// An object that fails does not keep the others from being shown; it does.
  DIFFS_PAST_FAILURES,
  /// If the server cannot do a dry run (permissions, a webhook, a namespace in the input), the
  /// local merge is shown with a warning; an error.
  DIFFS_WITHOUT_DRY_RUN,
  /// Input without objects ends a `diff --prune`; all is pruned.
  DIFFS_NOTHING_FOR_NO_INPUT,
  /// `diff --prune` searches the namespace that the user names; only namespaces of the objects.
  DIFFS_NAMED_NAMESPACE,
  /// A type that `diff --prune` cannot list is an error; a warning.
  FAILS_UNLISTED_DIFFS,
  /// `diff --prune` leaves out `managedFields`; shows them.
  HIDES_MANAGED_FIELDS_OF_PRUNED,
  /// A Secret that does not exist yet is compared with an empty file; with `null`.
  DIFFS_NEW_SECRETS_WITH_NOTHING,
  /// Fields that the server maintains (uid, versions, times, `status`) and the last-applied
  /// annotation are left out; shown, but for `managedFields`.
  HIDES_METADATA_IN_DIFFS,
  /// A last-applied annotation that apply would write counts as a difference, in one line; passed
  /// over.
  TELLS_OF_ANNOTATION_IN_DIFFS,
  /// The first line of a difference names the object and its manifest; the two files.
  NAMES_OBJECTS_IN_DIFFS,
  /// `KUBECTL_EXTERNAL_DIFF` is split as by a shell, and the directories come last; split at
  /// spaces, words with other characters than letters, digits, `=` and `-` are dropped, and the
  /// rest is put behind the directories.
  SPLITS_DIFF_PROGRAM_AS_SHELL,

  // `view-`, `set-` and `edit-last-applied`.

  /// `view-last-applied` fails for named objects without a readable annotation, prints the others,
  /// and separates them; skips them silently, and prints nothing after an error.
  REPORTS_MISSING_ANNOTATIONS,
  /// The annotation has the form that apply writes; another.
  WRITES_ANNOTATION_AS_APPLY,
  /// Nothing is written if another client has changed the annotation since it was read; it is
  /// overwritten.
  GUARDS_ANNOTATION_EDITS,
  /// Objects after one that fails are written; they are not.
  WRITES_PAST_FAILURES,
  /// The effect of an edit, and fields that cannot be edited, are reported; not reported.
  EXPLAINS_EDITS,
  /// An empty file ends the edit; it is opened again.
  ENDS_EDIT_BY_EMPTY_FILE,
  /// `edit-last-applied` takes every `-o`; json and yaml alone.
  EDITS_WITH_ANY_OUTPUT
}
