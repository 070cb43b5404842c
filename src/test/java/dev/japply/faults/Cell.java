package dev.japply.faults;

import dev.japply.faults.Fault.When;

/// One case of the table.
///
/// @param moment which of the command's requests the fault befalls first, from 1 on
record Cell(Command command, Fault fault, When when, int moment, Lasting lasting) {

  /// The name by which it is chosen: `change/RESET/AFTER/2/ONCE`.
  String name() {
    return String.join("/", command.name(), fault.name(), when.name(), "" + moment, lasting.name());
  }
}
