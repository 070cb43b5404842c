package dev.japply.cluster.http;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/// Takes the body of an answer while it comes, however long that takes.
public interface BodySink {
  /// Reads `body`, to its end if it wants to.
  void take(InputStream body) throws IOException;

  /// How long the server may say nothing at all.
  Duration patience();
}
