package dev.japply.cluster.rest;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/// Receives the body of a response as a stream, without a limit on the total time.
interface BodyReceiver {
  /// Reads `body`, not necessarily to its end.
  void take(InputStream body) throws IOException;

  /// Returns the maximum time between two parts of the body.
  Duration patience();
}
