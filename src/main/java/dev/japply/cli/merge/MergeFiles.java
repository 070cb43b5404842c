package dev.japply.cli.merge;

import dev.japply.merge.MergeRequest;

/// The options and inputs of `japply merge`.
///
/// @param lastApplied the file with the last applied configuration; empty for none
/// @param config the file of the manifest
/// @param live the file of the live object
/// @param schema the source of the merge schema
record MergeFiles(
    String lastApplied,
    String config,
    String live,
    SchemaChoice schema,
    MergeRequest.Options options,
    Output output) {

  sealed interface SchemaChoice {
    record Builtin() implements SchemaChoice {}

    /// No schema: the patch is a JSON merge patch.
    record JsonMerge() implements SchemaChoice {}

    /// A schema from an OpenAPI document.
    ///
    /// @param name the name of the schema; empty to find it by the manifest's kind
    record Document(String file, String name) implements SchemaChoice {}
  }

  enum Output {
    PATCH,
    /// The live object after the patch.
    RESULT,
    /// Both, and the conflicts.
    JSON
  }
}
