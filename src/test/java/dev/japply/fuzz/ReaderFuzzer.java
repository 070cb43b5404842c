package dev.japply.fuzz;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// What Jazzer calls: `--target_class=dev.japply.fuzz.ReaderFuzzer --target_args='READER…'`. The
/// first byte of an input says which of the readers, all if none is named, reads the rest.
public final class ReaderFuzzer {
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
      reader.read(Arrays.copyOfRange(input, 1, input.length));
    }
  }

  /// The input by which `reader`, of these, reads `bytes`.
  static byte[] input(List<Reader> among, Reader reader, byte[] bytes) {
    byte[] input = new byte[bytes.length + 1];
    input[0] = (byte) among.indexOf(reader);
    System.arraycopy(bytes, 0, input, 1, bytes.length);
    return input;
  }
}
