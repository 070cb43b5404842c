package dev.japply.cli.flags;

import dev.japply.cli.flags.ObjectSelection.LiveSelection;
import dev.japply.cli.flags.ObjectSelection.LiveSelection.TypeAndName;
import dev.japply.object.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Arguments that select objects of the cluster, in kubectl's syntax and with its messages: `TYPE
/// NAME…`, `TYPE/NAME…`, `TYPE,TYPE…`.
public final class ObjectArguments {
  private final List<String> types = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<TypeAndName> pairs = new ArrayList<>();

  public ObjectArguments(List<String> arguments) {
    List<String> first = arguments.isEmpty() ? List.of() : split(arguments.getFirst());
    long slashes = arguments.stream().filter(argument -> argument.contains("/")).count();
    if (first.size() > 1 && arguments.size() > 1 && slashes == 0) {
      for (String type : first) {
        arguments.stream().skip(1).forEach(name -> pairs.add(new TypeAndName(type, name)));
      }
    } else if (slashes > 0) {
      addPairs(arguments, slashes);
    } else {
      types.addAll(first);
      names.addAll(arguments.subList(Math.min(1, arguments.size()), arguments.size()));
    }
  }

  private static List<String> split(String types) {
    return List.of(types.split(",", -1)).stream().filter(type -> !type.isEmpty()).toList();
  }

  private void addPairs(List<String> arguments, long slashes) {
    if (slashes < arguments.size()) {
      throw new UsageException(
          "there is no need to specify a resource type as a separate argument when passing "
              + "arguments in resource/name form (e.g. 'japply edit-last-applied "
              + "resource/<resource_name>' instead of 'japply edit-last-applied resource "
              + "resource/<resource_name>'");
    }
    for (String argument : arguments) {
      String[] parts = argument.split("/", -1);
      if (parts.length != 2) {
        throw new UsageException(
            "arguments in resource/name form may not have more than one slash");
      }
      if (split(parts[0]).size() != 1 || parts[1].isEmpty()) {
        throw new UsageException(
            "arguments in resource/name form must have a single resource and name");
      }
      pairs.add(new TypeAndName(parts[0], parts[1]));
    }
  }

  /// Rejects arguments in addition to `-f`.
  void mustBeNone() {
    if (!types.isEmpty()) {
      throw new UsageException(
          "when paths, URLs, or stdin is provided as input, you may not specify resource arguments"
              + " as well");
    }
    if (!pairs.isEmpty()) {
      throw new UsageException(
          "resource/name arguments cannot be provided when a path is specified");
    }
  }

  /// Returns the selected objects.
  ///
  /// @param selector the label selector; null if there is none
  /// @param typeIsEnough whether a type alone selects all of its objects
  LiveSelection selection(@Nullable LabelSelector selector, boolean typeIsEnough) {
    boolean alone = typeIsEnough && names.isEmpty() && !types.isEmpty();
    if (selector != null || alone) {
      return listed(Objects.requireNonNullElse(selector, LabelSelector.EVERYTHING));
    }
    if (!pairs.isEmpty()) {
      return new LiveSelection.Named(pairs);
    }
    if (types.isEmpty()) {
      throw new UsageException(
          "You must provide one or more resources by argument or filename: -f FILE, TYPE NAME or "
              + "TYPE/NAME");
    }
    if (names.isEmpty()) {
      throw new UsageException("resource(s) were provided, but no name was specified");
    }
    String type = types.getFirst();
    return new LiveSelection.Named(
        names.stream().map(name -> new TypeAndName(type, name)).toList());
  }

  private LiveSelection listed(LabelSelector selector) {
    if (!names.isEmpty()) {
      throw new UsageException("name cannot be provided when a selector is specified");
    }
    if (!pairs.isEmpty()) {
      throw new UsageException(
          "selectors and the all flag cannot be used when passing resource/name arguments");
    }
    if (types.isEmpty()) {
      throw new UsageException("at least one resource must be specified to use a selector");
    }
    return new LiveSelection.Listed(types, selector);
  }
}
