package dev.japply.cluster.config;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.http.NativeTls.Identity;
import dev.japply.tree.Value.MapValue;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The client's certificate and its key. Both may change during a run: in the files that a
/// kubeconfig names, or by a credential plugin.
public final class ClientIdentity {
  private final Supplier<@Nullable Identity> source;
  private final boolean onDemand;
  private @Nullable Identity known;
  private boolean read;
  private Runnable renewal = () -> {};

  private ClientIdentity(Supplier<@Nullable Identity> source, boolean onDemand) {
    this.source = source;
    this.onDemand = onDemand;
  }

  /// Returns the identity of a client without a certificate.
  public static ClientIdentity none() {
    return new ClientIdentity(() -> null, false);
  }

  /// Returns the identity in a user's entry. Files are read at the first use, and again if a server
  /// rejects the certificate.
  public static ClientIdentity of(MapValue user) {
    return new ClientIdentity(() -> TlsConfig.identity(user).orElse(null), false);
  }

  public static ClientIdentity of(ExecPlugin plugin) {
    return new ClientIdentity(() -> plugin.get().identity().orElse(null), true);
  }

  /// Returns true if the identity is created only for a connection.
  public boolean isOnDemand() {
    return onDemand;
  }

  /// Calls `action` when the identity changes, before any caller gets the new one. Open connections
  /// still use the old one.
  public synchronized void onRenewal(Runnable action) {
    renewal = action;
  }

  /// Returns the current identity; null if there is none.
  ///
  /// @throws ClusterException if the files cannot be read, or the plugin fails
  public synchronized @Nullable Identity get() {
    if (onDemand || !read) {
      set(source.get());
    }
    return known;
  }

  private void set(@Nullable Identity now) {
    boolean renewed = read && !Objects.equals(now, known);
    known = now;
    read = true;
    if (renewed) {
      renewal.run();
    }
  }

  /// Returns true if there is another identity than `refused`, which a server rejected. Files in
  /// the middle of a replacement, with a certificate and another one's key, do not count.
  public synchronized boolean isRenewed(@Nullable Identity refused) {
    Identity now = get();
    if (now == null || !now.equals(refused)) {
      return now != null;
    }
    if (!onDemand) {
      readAgain();
    }
    return !now.equals(known);
  }

  private void readAgain() {
    try {
      Identity now = source.get();
      if (now != null) {
        TlsConfig.keyManagers(now);
        set(now);
      }
    } catch (ClusterException e) {
      // There is no more than the earlier content.
    }
  }
}
