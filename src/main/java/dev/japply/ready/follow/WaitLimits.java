package dev.japply.ready.follow;

import java.time.Duration;

/// When waiting ends before all is ready.
///
/// @param timeout after so long; zero for one look
/// @param failFast whether at the first object that can no longer become ready, too
public record WaitLimits(Duration timeout, boolean failFast) {}
