package dev.japply.tree;

/// What stands at a place in a tree: a [Value], or nothing at all.
///
/// A merge must tell "no such key" ([Missing]) from "key with null" ([Value.NullValue]) from "key
/// with an empty map"; each is a type of its own, so that a switch has to say what it does with it.
public sealed interface Node permits Value, Missing {}
