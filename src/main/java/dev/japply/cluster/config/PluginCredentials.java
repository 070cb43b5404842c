package dev.japply.cluster.config;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The credentials that plugins have given in a run. Clusters whose plugins have the same command,
/// arguments and environment share them, so that the user logs in once. Plugins that may prompt the
/// user run one after another.
public final class PluginCredentials {
  private final Map<List<String>, Entry> entries = new ConcurrentHashMap<>();
  private final Object terminal = new Object();

  /// The credentials of one plugin.
  private static final class Entry {
    private @Nullable ExecCredential last;
  }

  /// Returns the credentials of a plugin; runs it if there are none, or if they have expired.
  ///
  /// @param call the command, its arguments and its environment
  /// @param refused credentials that a server rejected; null if there are none
  /// @param run runs the plugin
  ExecCredential get(
      List<String> call, @Nullable ExecCredential refused, Supplier<ExecCredential> run) {
    Entry entry = entries.computeIfAbsent(List.copyOf(call), none -> new Entry());
    synchronized (entry) {
      ExecCredential known = entry.last;
      if (known == null || known.equals(refused) || known.isOverAt(Instant.now())) {
        entry.last = null;
        known = run.get();
        entry.last = known;
      }
      return known;
    }
  }

  /// Runs a plugin that may prompt the user, while no other one does.
  <T> T alone(Supplier<T> run) {
    synchronized (terminal) {
      return run.get();
    }
  }
}
