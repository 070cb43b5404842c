package dev.japply.plan;

/// A deliberate difference from kubectl that `--compat=kubectl` reverts, named after japply's
/// behavior. Its comment ends with kubectl's behavior. Each changes the result of a run that
/// succeeds with kubectl: written, pruned or annotated objects, the order, standard output, or the
/// exit status. Differences in merging are merge rules instead.
public enum Difference {
  // Reading manifests and preferences.

  /// Integers beyond 64 bits stay exact; rounded to float64.
  KEEPS_BIG_INTEGERS,
  /// One object twice in the input is an error, nothing is written, and a file that is named twice
  /// is read once; both are applied.
  REFUSES_REPEATED_OBJECTS,
  /// A directory that kustomize builds is refused; its files are applied as they are.
  REFUSES_KUSTOMIZATIONS,
  /// All directories of a repeated `-k` are built; the last one.
  BUILDS_ALL_KUSTOMIZATIONS,
  /// A patch of a kustomization whose target selects nothing is an error; passed over.
  REFUSES_UNMATCHED_PATCHES,
  /// A patch of a kustomization merges with the lists of custom resources by the keys of their
  /// CustomResourceDefinition, if that is among the objects; it replaces them.
  MERGES_CUSTOM_LISTS_IN_PATCHES,
  /// A patch of a kustomization keeps the items of lists that it does not name, and an item without
  /// its key is an error; items are lost.
  KEEPS_ITEMS_IN_PATCHES,
  /// Lines of a folded text in a kustomization that are indented more stay as they are written; an
  /// empty line comes before them.
  KEEPS_FOLDED_TEXTS,
  /// A replacement within JSON or YAML in a text keeps all documents and parts, and fails if it
  /// cannot set the value; it loses them, or has no effect.
  EDITS_EMBEDDED_TEXTS_EXACTLY,
  /// Labels, images and namespaces of a kustomization are set as in kustomize 5.8.2, and a
  /// generator that merges keeps what it does not describe; with the faults of 5.8.1.
  CORRECTS_KUSTOMIZE,
  /// Objects annotated as local configuration are passed over and counted; applied.
  SKIPS_LOCAL_CONFIG,
  /// A project file sets defaults for flags and limits the contexts; there is none.
  READS_PROJECT_FILE,
  /// The annotation `japply.dev/ignore` names fields of its object that keep their live values; an
  /// annotation like others.
  READS_IGNORE_ANNOTATION,
  /// An object that an annotation or the project file names is deleted and created again if the
  /// server does not change a field of it; only `--force` does that.
  RECREATES_BY_RULE,

  // Applying.

  /// The dependencies of an object, by its kind and by `config.kubernetes.io/depends-on`, are
  /// applied before it, and pruned or deleted after it; the order of the input, and pruning by
  /// type.
  ORDERS_BY_DEPENDENCY,
  /// A migration to server-side apply that fails while fields stay which have left the manifest is
  /// an error; a warning.
  FAILS_UNFINISHED_MIGRATION,
  /// A migration to server-side apply is refused if it would delete fields that a manager of
  /// another name has applied; they are deleted.
  REFUSES_MIGRATION_OF_OTHERS,
  /// `diff` and dry runs show the fields that a migration to server-side apply deletes; without
  /// them.
  SHOWS_MIGRATION_IN_DIFFS,
  /// The first server-side apply takes over what the same name has written by a create or an
  /// update; such a field is a conflict, or stays when it leaves the manifest.
  TAKES_OVER_OWN_UPDATES,
  /// A service account that leaves the manifest of a server-side apply leaves the object; the
  /// server restores it from the deprecated copy of the field.
  REMOVES_ACCOUNTS_ON_SERVER,
  /// `selfLink` is left out, and in server-side apply the rules of an aggregated ClusterRole and
  /// empty texts that the server fills; changes for ever, and conflicts.
  LEAVES_OUT_SERVER_FIELDS,
  /// Server-side apply sends nothing for an object that it would certainly not change; each
  /// manifest is sent.
  KEEPS_UNCHANGED_ON_SERVER,
  /// A PATCH without any change on the server is reported as `unchanged`; as `configured`.
  RECOGNIZES_EMPTY_CHANGES,
  /// `--record` writes down japply's own name and flags; kubectl's name, without `--compat`.
  RECORDS_OWN_NAME,
  /// `--force` refuses to delete objects whose deletion also deletes others or data, a newer
  /// version than the manifest names, and what no dry run can check; deleted.
  REFUSES_RISKY_REPLACEMENT,
  /// A replaced object is reported as `recreated`; as `configured`.
  REPORTS_RECREATED,

  // Pruning.

  /// With `-n`, types without a namespace are pruned only if `--prune-allowlist` names them; by
  /// default, too.
  PRUNES_WITHIN_NAMESPACE,
  /// A Namespace stays while objects of the manifests are in it; deleted with all of them.
  SPARES_OCCUPIED_NAMESPACES,
  /// An object with a protecting annotation stays, also in `delete`; deleted.
  KEEPS_PROTECTED_OBJECTS,
  /// `--wait` waits until pruned objects are gone; only until they were deleted.
  AWAITS_PRUNED,
  /// Pruned objects as YAML are separated by `---`; run into the one before.
  SEPARATES_PRUNED,
  /// Objects that are members of another ApplySet are refused; they change sets.
  REFUSES_MEMBERS_OF_OTHERS,

  // `delete`.

  /// An object that does not exist is no error; it is one.
  ACCEPTS_DELETED_OBJECTS,
  /// An object that another manager or set applied last is refused, and one that takes objects of
  /// others along; deleted.
  REFUSES_DELETING_OTHERS,
  /// A line has the name as in an apply, `configmap/a deleted`; `configmap "a" deleted from default
  /// namespace`.
  REPORTS_DELETED_BY_NAME,

  // `diff`.

  /// `diff` refuses fields that `apply` refuses; passes them.
  VALIDATES_DIFFS,
  /// A difference has a heading, but neither fields that the server maintains nor the last-applied
  /// annotation, whose change is one line. A new Secret is compared with an empty file; all of that
  /// but `managedFields`, the heading of two files, a Secret compared with `null`.
  SHORTENS_DIFFS,
  /// `diff --prune` searches the namespace that the user names, too, fails if it cannot list a
  /// type, and prunes nothing for empty input, as `apply --prune`; only namespaces of the objects,
  /// a warning, and all is pruned.
  DIFFS_PRUNING_AS_APPLY,
  /// `KUBECTL_EXTERNAL_DIFF` is split as by a shell, and the directories come last; split at
  /// spaces, words with other characters than letters, digits, `=` and `-` are dropped, and the
  /// rest is put behind the directories.
  SPLITS_DIFF_PROGRAM_AS_SHELL,

  // `view-`, `set-` and `edit-last-applied`.

  /// `view-last-applied` fails for named objects without a readable annotation, and separates the
  /// others; skips them silently.
  REPORTS_MISSING_ANNOTATIONS,
  /// A client dry run of `set-last-applied` shows the object with the annotation; the live object.
  SHOWS_ANNOTATION_IN_CLIENT_DRY_RUN,
  /// `edit-last-applied` opens the editor again for unknown fields and wrong types; saves them.
  VALIDATES_EDITS,
  /// The annotation has the form that apply writes; another.
  WRITES_ANNOTATION_AS_APPLY
}
