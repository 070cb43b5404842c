package dev.japply.execute;

import dev.japply.live.DeleteOptions.Propagation;
import java.time.Duration;
import java.util.OptionalInt;

/// How an object is deleted and created anew.
///
/// @param propagation what becomes of the objects that it owns
/// @param gracePeriodSeconds how long it has to end; empty for its own time
/// @param timeout how long to wait until it is gone; zero for the default
public record Replacement(
    Propagation propagation, OptionalInt gracePeriodSeconds, Duration timeout) {}
