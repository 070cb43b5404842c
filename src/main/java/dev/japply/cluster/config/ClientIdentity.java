package dev.japply.cluster.config;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.http.NativeTls.Identity;
import dev.japply.tree.Value.MapValue;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The certificate by which a client shows who it is, and its key. Either may be replaced while a
/// run lasts: in the files that a kubeconfig names, or by a credential plugin.
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

  /// That of somebody who shows none.
  public static ClientIdentity none() {
    return new ClientIdentity(() -> null, false);
  }

  /// That of a user's entry. Files are read when it is asked for first, and when a server does not
  /// take what was in them.
  public static ClientIdentity of(MapValue user) {
    return new ClientIdentity(() -> Trust.identity(user).orElse(null), false);
  }

  /// What a credential plugin gave last.
  public static ClientIdentity of(ExecPlugin plugin) {
    return new ClientIdentity(() -> plugin.get().identity().orElse(null), true);
  }

  /// Whether it is made only when a server is talked to.
  public boolean isOnDemand() {
    return onDemand;
  }

  /// Calls `action` whenever there is another one, before anybody gets it: connections that are
  /// open show the one before.
  public synchronized void onRenewal(Runnable action) {
    renewal = action;
  }

  /// What there is to show; null for nothing.
  ///
  /// @throws ClusterException when the files cannot be read, or the plugin fails
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

  /// Whether there is another one than `refused`, which a server did not take. Files that are just
  /// being replaced, so that a certificate is beside another one's key, do not count.
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
        Trust.keyManagers(now);
        set(now);
      }
    } catch (ClusterException e) {
      // What was read before is all that there is.
    }
  }
}
