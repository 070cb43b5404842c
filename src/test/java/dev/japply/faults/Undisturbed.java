package dev.japply.faults;

import dev.japply.faults.Relay.Exchange;
import dev.japply.faults.Session.Said;
import java.util.List;

/// What a command does when nothing befalls it.
///
/// @param said what it said
/// @param exchanges what it asked the server
/// @param end the objects afterwards
/// @param again what it said when it was run once more, which changed nothing
record Undisturbed(Said said, List<Exchange> exchanges, Snapshot end, Said again) {}
