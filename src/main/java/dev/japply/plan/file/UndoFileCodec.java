package dev.japply.plan.file;

import static dev.japply.plan.file.PlanDocument.PlanValue.map;
import static dev.japply.plan.file.PlanDocument.PlanValue.number;
import static dev.japply.plan.file.PlanDocument.PlanValue.text;
import static dev.japply.plan.file.PlanDocument.PlanValue.time;
import static dev.japply.plan.file.PlanDocument.PlanValue.wrong;
import static dev.japply.tree.Missing.MISSING;

import dev.japply.object.Gvk;
import dev.japply.object.ObjectKey;
import dev.japply.object.SecretCopies;
import dev.japply.plan.RecordedWrite;
import dev.japply.plan.RecordedWrite.Outcome;
import dev.japply.plan.RecordedWrite.Verb;
import dev.japply.plan.SecretDigests;
import dev.japply.plan.file.PlanDocument.PlanValue;
import dev.japply.plan.file.UndoFile.Made;
import dev.japply.problem.JapplyException;
import dev.japply.problem.Origin;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Node;
import dev.japply.tree.Value;
import dev.japply.tree.Value.ListValue;
import dev.japply.tree.Value.MapValue;
import dev.japply.tree.Value.StringValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;

/// Converts undo files to texts and back.
///
/// The file has one JSON document per line, so that a run appends to it: first the run, then for
/// each write the object before it, and, after the response, the object as it is stored. Each line
/// has a digest of itself and of the line before it. A last line without its line end was cut off
/// by the end of the run, and does not count.
public final class UndoFileCodec {
  /// The document type of undo files.
  public static final PlanDocument FORM =
      new PlanDocument(
          "Undo",
          "undo file",
          "japply apply -f … --undo-file FILE",
          "use a copy that was not changed",
          "`japply show` prints it, and `japply undo` takes its run back");

  private static final String DIGEST = "digest";
  private static final String WRITE = "write";
  private static final String OUTCOME = "outcome";
  private static final String COPIES = "copies";

  private String last = "";

  /// Creates a codec for a new file.
  public UndoFileCodec() {}

  /// Returns whether a text starts like an undo file, and not like another document of japply.
  public static boolean isUndoFile(byte[] content) {
    int end = lineEnd(content, 0);
    try {
      return end >= 0
          && Json.parse(Arrays.copyOf(content, end)) instanceof MapValue head
          && head.text("kind").equals(FORM.kind());
    } catch (JsonSyntaxException e) {
      return false;
    }
  }

  private static int lineEnd(byte[] content, int from) {
    for (int i = from; i < content.length; i++) {
      if (content[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /// Returns the first line.
  public String head(Made made) {
    return line(
        FORM.begin()
            .with("run", Value.text(made.run()))
            .with("created", Value.text(made.created().toString()))
            .with("by", Value.text(made.by()))
            .with("cluster", PlanFileCodec.tree(made.target())));
  }

  /// Returns the line before a write.
  ///
  /// @param number the number of the write, from 1
  public String before(int number, RecordedWrite write) {
    MapValue tree =
        MapValue.of(WRITE, Value.number(number))
            .with("verb", Value.text(write.verb().name().toLowerCase(Locale.ROOT)))
            .with("apiVersion", Value.text(write.gvk().apiVersion()))
            .with("kind", Value.text(write.gvk().kind()))
            .with("namespace", Value.text(write.key().namespace()))
            .with("name", Value.text(write.key().name()))
            .with("fieldManager", Value.text(write.manager()))
            .with("subresource", Value.text(write.subresource()))
            .with("annotation", Value.text(write.annotation()))
            .with("withheld", Value.bool(write.withheld()));
    if (!write.copies().isEmpty()) {
      tree = tree.with(COPIES, copies(write.copies()));
    }
    return line(with(tree, "before", write.before()));
  }

  /// Returns the line after a write.
  public String after(int number, RecordedWrite write) {
    MapValue tree =
        MapValue.of(WRITE, Value.number(number))
            .with(OUTCOME, Value.text(write.outcome().name().toLowerCase(Locale.ROOT)))
            .with("withheld", Value.bool(write.withheld()));
    return line(with(tree, "after", write.after()));
  }

  /// Returns the last line of a run that reached its end.
  public String end() {
    return line(MapValue.of("ended", Value.TRUE));
  }

  private static ListValue copies(SecretCopies copies) {
    return new ListValue(copies.texts().stream().sorted().<Value>map(Value::text).toList());
  }

  private static MapValue with(MapValue tree, String key, Node object) {
    return object instanceof Value value ? tree.with(key, value) : tree;
  }

  private String line(MapValue tree) {
    last = digest(last, tree);
    return GoJson.write(tree.with(DIGEST, Value.text(last))) + "\n";
  }

  private static String digest(String before, MapValue tree) {
    return SecretDigests.digest(before + "\n" + GoJson.write(tree));
  }

  /// Reads a file.
  ///
  /// @throws JapplyException if the content is not an undo file, or was edited
  public static UndoFile read(byte[] content) {
    if (!isUndoFile(content)) {
      throw FORM.other(content);
    }
    return new Reading().read(content);
  }

  /// The state of reading a file.
  private static final class Reading {
    private final LinkedHashMap<Integer, RecordedWrite> writes = new LinkedHashMap<>();
    private String last = "";
    private int place;
    private boolean ended;

    UndoFile read(byte[] content) {
      FORM.checkVersion(parsed(Arrays.copyOf(content, lineEnd(content, 0))));
      var lines = new ArrayList<MapValue>();
      int start = 0;
      for (int end = lineEnd(content, 0); end >= 0; end = lineEnd(content, start)) {
        lines.add(line(Arrays.copyOfRange(content, start, end)));
        start = end + 1;
      }
      MapValue head = lines.getFirst();
      lines.subList(1, lines.size()).forEach(this::add);
      var made =
          new Made(
              text(head, "run"),
              time(head, "created"),
              text(head, "by"),
              PlanFileCodec.target(map(head, "cluster")));
      return new UndoFile(made, new ArrayList<>(writes.values()), ended);
    }

    private MapValue line(byte[] text) {
      place++;
      MapValue tree = parsed(text);
      MapValue rest = tree.without(DIGEST);
      last = digest(last, rest);
      if (!tree.text(DIGEST).equals(last)) {
        throw changed();
      }
      return rest;
    }

    private MapValue parsed(byte[] text) {
      try {
        if (Json.parseUnique(text) instanceof MapValue tree) {
          return tree;
        }
        throw changed();
      } catch (JsonSyntaxException e) {
        throw changed();
      }
    }

    private JapplyException changed() {
      return FORM.changed(new Origin("", Math.max(place, 1), 0));
    }

    private void add(MapValue tree) {
      if (ended) {
        throw FORM.changed();
      }
      if (tree.has("ended")) {
        ended = true;
      } else if (tree.has(OUTCOME)) {
        int number = number(tree, WRITE);
        RecordedWrite write = writes.get(number);
        if (write == null || write.outcome() != Outcome.MAYBE) {
          throw wrong(OUTCOME);
        }
        RecordedWrite ended =
            write.ended(outcome(tree), object(tree, "after", write.gvk(), write.key()));
        boolean stored = ended.outcome() == Outcome.DONE && ended.verb() != Verb.DELETE;
        if (stored != ended.after() instanceof MapValue || ended.outcome() == Outcome.MAYBE) {
          throw wrong("after");
        }
        writes.put(number, PlanValue.bool(tree, "withheld") ? ended.withholding() : ended);
      } else {
        RecordedWrite write = write(tree);
        if ((write.verb() == Verb.CREATE) == write.before() instanceof MapValue) {
          throw wrong("before");
        }
        if (writes.put(number(tree, WRITE), write) != null) {
          throw wrong(WRITE);
        }
      }
    }

    private static RecordedWrite write(MapValue tree) {
      var gvk = Gvk.of(text(tree, "apiVersion"), text(tree, "kind"));
      var key = new ObjectKey(gvk.group(), gvk.kind(), text(tree, "namespace"), text(tree, "name"));
      return new RecordedWrite(
          constant(Verb.class, tree, "verb"),
          key,
          gvk,
          text(tree, "fieldManager"),
          text(tree, "subresource"),
          object(tree, "before", gvk, key),
          Outcome.MAYBE,
          MISSING,
          text(tree, "annotation"),
          copies(tree),
          PlanValue.bool(tree, "withheld"));
    }

    private static SecretCopies copies(MapValue tree) {
      if (!tree.has(COPIES)) {
        return SecretCopies.NONE;
      }
      var texts = new LinkedHashSet<String>();
      for (Value text : PlanValue.list(tree, COPIES).items()) {
        if (!(text instanceof StringValue(String copy)) || copy.isEmpty()) {
          throw wrong(COPIES);
        }
        texts.add(copy);
      }
      return new SecretCopies(texts);
    }

    /// Reads an object, which must be the one that the write names: an undo never touches another.
    private static Node object(MapValue tree, String field, Gvk gvk, ObjectKey key) {
      if (!tree.has(field)) {
        return MISSING;
      }
      MapValue object = map(tree, field);
      MapValue metadata = object.map("metadata");
      boolean same =
          Gvk.of(object).group().equals(gvk.group())
              && object.text("kind").equals(gvk.kind())
              && metadata.text("name").equals(key.name())
              && metadata.text("namespace").equals(key.namespace());
      if (!same) {
        throw wrong(field);
      }
      return object;
    }

    private static Outcome outcome(MapValue tree) {
      return constant(Outcome.class, tree, OUTCOME);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, MapValue tree, String key) {
      try {
        return Enum.valueOf(type, text(tree, key).toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw wrong(key);
      }
    }
  }
}
