package dev.japply.live.fabric8;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/// Which keys a client offers when a connection begins.
///
/// Java makes two, and the one for the curve P-256 takes a program that has just started several
/// times as long as that for X25519. API servers take the latter, but for a few (of FIPS modes): to
/// them all is offered, after a first handshake that fails.
final class KeyShares {
  private static final String[] QUICK = {"x25519"};

  private volatile boolean all;
  private volatile boolean taken;

  /// Sets what the next connection offers.
  void offer(SSLParameters parameters) {
    if (!all) {
      parameters.setNamedGroups(QUICK.clone());
    }
  }

  /// A handshake has come to its end.
  void taken() {
    taken = true;
  }

  /// Sends, and sends once more with all shares when the server broke off the first handshake: then
  /// nothing was sent so far.
  <T> CompletableFuture<T> send(Supplier<CompletableFuture<T>> request) {
    boolean last = all;
    return request
        .get()
        .exceptionallyCompose(failure -> {
          if (last || taken || !isRefused(failure)) {
            return CompletableFuture.failedFuture(failure);
          }
          all = true;
          return request.get();
        });
  }

  /// Whether it was the server that broke off. What this side does not like of the server would not
  /// be better the second time.
  private static boolean isRefused(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException
          && String.valueOf(cause.getMessage()).contains("Received fatal alert")) {
        return true;
      }
    }
    return false;
  }
}
