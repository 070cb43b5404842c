package dev.japply.ready;

import java.time.Duration;

/// When waiting ends before all is ready, and what is told then.
///
/// @param timeout after so long; zero for one look
/// @param failFast whether at the first object that can no longer become ready, too
/// @param logs so many lines of the log of a failing Pod; 0 for none
public record WaitLimits(Duration timeout, boolean failFast, int logs) {}
