package dev.japply.ready;

import java.time.Duration;

/// The limits of a wait, and the amount of log in its report.
///
/// @param timeout the maximum duration; zero to read the objects once
/// @param failFast whether to stop at the first object that cannot become ready
/// @param logs the maximum number of log lines of a failing Pod; 0 for none
public record WaitLimits(Duration timeout, boolean failFast, int logs) {}
