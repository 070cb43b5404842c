package dev.japply.cli.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.cli.flags.Console;
import dev.japply.cli.flags.Console.Terminals;
import dev.japply.cli.targets.TargetArguments.Form;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The output of runs for several targets, in the order of the targets. Each line begins with the
/// name of its target. Lines of the first target that has not ended are printed immediately, and
/// others later.
public final class TargetOutputs {
  private final Console console;
  private final Form form;
  private final List<TargetOutput> outputs = new ArrayList<>();
  private final List<String> documents = new ArrayList<>();

  /// The index of the first target that has not ended.
  private int first;

  /// @param names the names of the targets
  public TargetOutputs(Console console, Form form, List<String> names) {
    this.console = console;
    this.form = form;
    names.forEach(name -> outputs.add(new TargetOutput(name)));
  }

  /// A line for one of the streams.
  private record Line(boolean error, String text) {}

  /// The output of one target.
  private static final class TargetOutput {
    private final String name;
    private final Deque<Line> lines = new ArrayDeque<>();
    private final StringBuilder document = new StringBuilder();
    private boolean ended;

    TargetOutput(String name) {
      this.name = name;
    }
  }

  /// A stream that collects complete lines.
  private final class LineStream extends OutputStream {
    private final TargetOutput output;
    private final boolean error;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    LineStream(TargetOutput output, boolean error) {
      this.output = output;
      this.error = error;
    }

    @Override
    public synchronized void write(int single) {
      line.write(single);
      if (single == '\n') {
        send();
      }
    }

    @Override
    public synchronized void write(byte[] bytes, int start, int length) {
      for (int i = start; i < start + length; i++) {
        write(bytes[i]);
      }
    }

    /// Ends the last line.
    @Override
    public synchronized void close() {
      if (line.size() > 0) {
        write('\n');
      }
    }

    private void send() {
      add(output, new Line(error, line.toString(UTF_8)));
      line.reset();
    }
  }

  /// The streams of one target.
  ///
  /// @param console the console whose output begins with the target
  public record TargetConsole(Console console, OutputStream out, OutputStream err)
      implements AutoCloseable {
    /// Ends the last lines.
    @Override
    public void close() {
      try {
        out.close();
        err.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public Form form() {
    return form;
  }

  /// Returns the streams of a target. Standard input is empty.
  public TargetConsole console(int index) {
    var out = new LineStream(outputs.get(index), /* error= */ false);
    var err = new LineStream(outputs.get(index), /* error= */ true);
    Terminals terminals = new Terminals(false, console.terminals().out(), false);
    Console own =
        Console.of(console.environment(), InputStream.nullInputStream(), out, err).with(terminals);
    return new TargetConsole(own, out, err);
  }

  private synchronized void add(TargetOutput output, Line line) {
    if (form == Form.JSON && !line.error()) {
      output.document.append(line.text());
    } else {
      output.lines.add(line);
      print();
    }
  }

  /// Ends the output of a target.
  public synchronized void end(int index) {
    TargetOutput output = outputs.get(index);
    output.ended = true;
    print();
  }

  /// Prints the lines of all targets up to the first that has not ended.
  private void print() {
    while (first < outputs.size()) {
      TargetOutput output = outputs.get(first);
      while (!output.lines.isEmpty()) {
        print(output.name, output.lines.remove());
      }
      if (!output.ended) {
        return;
      }
      if (!output.document.isEmpty()) {
        documents.add(withTarget(output.document.toString().strip(), output.name));
      }
      first++;
    }
  }

  private void print(String name, Line line) {
    PrintWriter stream = line.error() ? console.err().out() : console.data();
    boolean json = form == Form.JSON_LINES && !line.error();
    stream.print(json ? withTarget(line.text(), name) : name + " | " + line.text());
    stream.flush();
  }

  /// Returns a JSON object with the target as its first field, and otherwise the same text.
  private static String withTarget(String json, String name) {
    int brace = json.indexOf('{') + 1;
    int content = brace;
    while (content < json.length() && Character.isWhitespace(json.charAt(content))) {
      content++;
    }
    String space = json.substring(brace, content);
    String colon = space.isEmpty() ? "\":\"" : "\": \"";
    return json.substring(0, brace)
        + space
        + "\"target"
        + colon
        + name
        + "\","
        + json.substring(brace);
  }

  /// Prints the documents of all targets as one.
  public synchronized void conclude() {
    if (form == Form.JSON) {
      console.data().print("[" + String.join(",\n", documents) + "]\n");
      console.data().flush();
    }
  }
}
