package dev.japply.fuzz;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What Jazzer calls: `--target_class=dev.japply.fuzz.ReaderFuzzer --target_args='READER…'`. The
/// first byte of an input says which of the readers, all if none is named, reads the rest.
public final class ReaderFuzzer {
  /// What an input of a few KB may ask for in all, given back or not.
  private static final long MOST_BYTES = 256L << 20;

  private static final ThreadMXBean MEMORY = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final Map<Reader, Tally> TALLIES = new EnumMap<>(Reader.class);

  private static List<Reader> readers = List.of(Reader.values());

  private ReaderFuzzer() {}

  /// Chooses what reads, and lets it read once what is good: the first time takes longest.
  public static void fuzzerInitialize(String[] args) throws IOException {
    if (args.length > 0) {
      readers = Arrays.stream(args).map(Reader::named).toList();
    }
    for (Reader reader : readers) {
      for (byte[] seed : Seeds.of(reader)) {
        reader.read(seed);
      }
    }
  }

  /// Reads one input.
  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    if (input.length > 0) {
      Reader reader = readers.get(Byte.toUnsignedInt(input[0]) % readers.size());
      long bytes = MEMORY.getCurrentThreadAllocatedBytes();
      long nanos = System.nanoTime();
      reader.read(Arrays.copyOfRange(input, 1, input.length));
      tally(
          reader,
          (System.nanoTime() - nanos) / 1_000,
          MEMORY.getCurrentThreadAllocatedBytes() - bytes);
    }
  }

  private static void tally(Reader reader, long micros, long bytes) {
    if (bytes > MOST_BYTES) {
      throw new AssertionError(reader.text() + " asks for " + bytes + " bytes");
    }
    TALLIES.merge(reader, new Tally(reader.text(), 1, micros, micros, bytes >> 20), Tally::plus);
  }

  /// Prints what it took, for [Fuzz].
  public static void fuzzerTearDown() {
    TALLIES.values().forEach(tally -> System.out.println(tally.line()));
  }

  /// The input by which `reader`, of these, reads `bytes`.
  static byte[] input(List<Reader> among, Reader reader, byte[] bytes) {
    byte[] input = new byte[bytes.length + 1];
    input[0] = (byte) among.indexOf(reader);
    System.arraycopy(bytes, 0, input, 1, bytes.length);
    return input;
  }
}
