package dev.japply.cli.command;

import dev.japply.merge.MergeRequest;

/// What `japply merge` was asked to do.
///
/// @param lastApplied the file of what was applied last; empty when nothing was
/// @param config the file of the manifest
/// @param live the file of the live object
/// @param schema where the merge schema comes from
/// @param options how to merge
/// @param output what is printed
record MergeFiles(
    String lastApplied,
    String config,
    String live,
    SchemaChoice schema,
    MergeRequest.Options options,
    Output output) {

  /// Where the merge schema comes from.
  sealed interface SchemaChoice {
    /// The built-in one for the manifest's kind.
    record Builtin() implements SchemaChoice {}

    /// None: a JSON merge patch is made.
    record JsonMerge() implements SchemaChoice {}

    /// An OpenAPI document.
    ///
    /// @param name the name of the schema in it; empty to find it by the manifest's kind
    record Document(String file, String name) implements SchemaChoice {}
  }

  /// What is printed.
  enum Output {
    /// The patch.
    PATCH,
    /// The live object after the patch.
    RESULT,
    /// Both, and the conflicts.
    JSON
  }
}
