package dev.japply.faults;

/// How long a fault lasts.
enum Lasting {
  /// It befalls one request.
  ONCE,
  /// It befalls the request again when that is repeated.
  TWICE,
  /// It befalls the next request, too, whatever that is.
  TWICE_RUNNING,
  /// It befalls the request as often as it is repeated.
  FOR_EVER,
  /// It befalls all requests from then on.
  ALL_FROM_THEN_ON
}
