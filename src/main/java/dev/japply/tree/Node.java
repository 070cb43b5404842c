package dev.japply.tree;

/// A node of a tree: a [Value], or [Missing].
///
/// A merge must distinguish "no such key" ([Missing]), "key with null" ([Value.NullValue]) and "key
/// with an empty map"; each is a type of its own, so that a switch has to handle it.
public sealed interface Node permits Value, Missing {}
