package dev.japply.faults;

import dev.japply.faults.Upstream.Answer;
import dev.japply.tree.GoJson;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// Others who write to the objects of a soak, each an annotation of its own, by patches and, as
/// many controllers do, by a PUT of what was read.
final class SoakWriters implements AutoCloseable {
  private static final String JSON = "application/json";
  private static final String MERGE = "application/merge-patch+json";
  private static final long PAUSE = 5_000_000;

  private final Upstream upstream;
  private final List<String> paths;
  private final List<Thread> threads = new ArrayList<>();
  private final Map<String, Map<String, String>> written = new HashMap<>();

  /// Held for reading by each write, and for writing by whoever looks at what came of them.
  private final ReentrantReadWriteLock pausing = new ReentrantReadWriteLock(true);

  private volatile boolean ended;
  private int count;

  /// Writers that pause at first.
  SoakWriters(Upstream upstream, List<String> paths, int writers) {
    this.upstream = upstream;
    this.paths = List.copyOf(paths);
    pausing.writeLock().lock();
    for (int i = 0; i < writers; i++) {
      int number = i;
      threads.add(Thread.ofPlatform().daemon().start(() -> write(number)));
    }
  }

  /// Lets them write.
  void resume() {
    pausing.writeLock().unlock();
  }

  /// Returns when none of them writes.
  void pause() {
    pausing.writeLock().lock();
  }

  /// What they wrote last, by the names of objects, and then of annotations.
  synchronized Map<String, Map<String, String>> written() {
    var copy = new HashMap<String, Map<String, String>>();
    written.forEach((name, keys) -> copy.put(name, Map.copyOf(keys)));
    return copy;
  }

  /// How often they wrote.
  synchronized int count() {
    return count;
  }

  private synchronized void note(String path, String key, String value) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    written.computeIfAbsent(name, none -> new HashMap<>()).put(key, value);
    count++;
  }

  private void write(int number) {
    var random = new Random(number);
    String key = "soak.example.com/writer-" + number;
    for (int n = 1; !ended; n++) {
      String path = paths.get(random.nextInt(paths.size()));
      String value = Integer.toString(n);
      pausing.readLock().lock();
      try {
        boolean done = random.nextBoolean() ? patch(path, key, value) : put(path, key, value);
        if (done) {
          note(path, key, value);
        }
      } finally {
        pausing.readLock().unlock();
      }
      LockSupport.parkNanos(PAUSE);
    }
  }

  private boolean patch(String path, String key, String value) {
    String patch = "{\"metadata\":{\"annotations\":{\"" + key + "\":\"" + value + "\"}}}";
    return upstream.ask("PATCH", path + "?fieldManager=patcher", MERGE, patch).isSuccess();
  }

  /// False when somebody else has written in between.
  private boolean put(String path, String key, String value) {
    Answer live = upstream.get(path);
    if (!live.isSuccess()) {
      return false;
    }
    MapValue metadata = live.object().map("metadata");
    MapValue annotations = metadata.map("annotations").with(key, Value.text(value));
    MapValue changed = live.object().with("metadata", metadata.with("annotations", annotations));
    String body = GoJson.write(changed);
    return upstream.ask("PUT", path + "?fieldManager=putter", JSON, body).isSuccess();
  }

  @Override
  public void close() {
    ended = true;
    if (pausing.isWriteLockedByCurrentThread()) {
      pausing.writeLock().unlock();
    }
    for (Thread each : threads) {
      try {
        each.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
