package dev.japply.golang;

import java.util.ArrayList;
import java.util.List;

/// The variables of one template in execution, and its current node.
final class Scope {
  private record Variable(String name, GoValue value) {}

  private final String source;
  private final String name;
  private final boolean allowMissing;
  private final List<Variable> variables = new ArrayList<>();
  private TemplateNode node = new TemplateNode.Dot(0);

  /// @param source the text of all templates, a byte text
  Scope(String source, String name, boolean allowMissing, GoValue value) {
    this.source = source;
    this.name = name;
    this.allowMissing = allowMissing;
    variables.add(new Variable("$", value));
  }

  boolean allowMissing() {
    return allowMissing;
  }

  void at(TemplateNode node) {
    this.node = node;
  }

  TemplateException failure(String message) {
    String before = source.substring(0, node.at());
    int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
    int column = node.at() - (before.lastIndexOf('\n') + 1);
    return new TemplateException(
        "template: %s:%d:%d: executing %s at <%s>: %s"
            .formatted(
                TemplateException.NAME,
                line,
                column,
                ByteText.decode(Quoted.quote(name)),
                ByteText.decode(node.shown()),
                message));
  }

  int mark() {
    return variables.size();
  }

  void forget(int mark) {
    variables.subList(mark, variables.size()).clear();
  }

  void add(String variable, GoValue value) {
    variables.add(new Variable(variable, value));
  }

  void set(String variable, GoValue value) {
    variables.set(find(variable), new Variable(variable, value));
  }

  /// Sets the variable that was added last but `count` - 1.
  void setFromTop(int count, GoValue value) {
    int index = variables.size() - count;
    variables.set(index, new Variable(variables.get(index).name(), value));
  }

  GoValue get(String variable) {
    return variables.get(find(variable)).value();
  }

  private int find(String variable) {
    for (int i = variables.size() - 1; i >= 0; i--) {
      if (variables.get(i).name().equals(variable)) {
        return i;
      }
    }
    throw failure("undefined variable: " + ByteText.decode(variable));
  }
}
