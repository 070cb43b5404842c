package dev.japply.cli.ready;

import dev.japply.ready.follow.WaitLimits;

/// How it is waited until objects are ready.
///
/// @param logs so many lines are printed of what a container has written that keeps an object from
///   being ready
public record ReadyLimits(WaitLimits limits, int logs) {}
