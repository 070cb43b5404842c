package dev.japply;

import static java.util.stream.Collectors.joining;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Types and their public and protected members in one form, and what differs between two lists of
/// them.
final class ApiSignatures {
  private ApiSignatures() {}

  /// Whether programs can name the type: it is public, as all are that it stands in.
  static boolean isPublic(Class<?> type) {
    Class<?> outer = type.getDeclaringClass();
    boolean open = Modifier.isPublic(type.getModifiers());
    return !type.isAnonymousClass()
        && !type.isLocalClass()
        && open
        && (outer == null || isPublic(outer));
  }

  /// A line for the type, and one for each member, indented, sorted.
  static String text(Class<?> type) {
    var members = new ArrayList<String>();
    for (Field field : type.getDeclaredFields()) {
      if (isOpen(field)) {
        members.add(modifiers(field) + type(field.getGenericType()) + " " + field.getName());
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isOpen(constructor)) {
        members.add(modifiers(constructor) + type.getSimpleName() + parameters(constructor));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isOpen(method) && !isGiven(type, method)) {
        members.add(
            modifiers(method)
                + variables(method.getTypeParameters())
                + type(method.getGenericReturnType())
                + " "
                + method.getName()
                + parameters(method));
      }
    }
    return head(type)
        + "\n"
        + members.stream().sorted().map("  %s\n"::formatted).collect(joining());
  }

  private static boolean isOpen(Member member) {
    int modifiers = member.getModifiers();
    return !member.isSynthetic()
        && (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers));
  }

  /// What every record or enum has.
  private static boolean isGiven(Class<?> type, Method method) {
    return (type.isRecord() && Set.of("equals", "hashCode", "toString").contains(method.getName()))
        || (type.isEnum() && Set.of("values", "valueOf").contains(method.getName()));
  }

  private static String head(Class<?> type) {
    List<Type> above = new ArrayList<>();
    Type parent = type.getGenericSuperclass();
    if (parent != null && !type.isEnum() && !type.isRecord() && parent != Object.class) {
      above.add(parent);
    }
    above.addAll(List.of(type.getGenericInterfaces()));
    Class<?>[] permitted = type.isSealed() ? type.getPermittedSubclasses() : new Class<?>[0];
    return (Modifier.isFinal(type.getModifiers()) && !type.isEnum() && !type.isRecord()
            ? "final "
            : "")
        + (Modifier.isAbstract(type.getModifiers()) && !type.isInterface() ? "abstract " : "")
        + (type.isSealed() ? "sealed " : "")
        + kind(type)
        + type.getCanonicalName()
        + variables(type.getTypeParameters()).strip()
        + list(" : ", above.toArray(Type[]::new))
        + list(" permits ", permitted);
  }

  private static String kind(Class<?> type) {
    if (type.isRecord()) {
      return "record ";
    }
    if (type.isEnum()) {
      return "enum ";
    }
    return type.isInterface() ? "interface " : "class ";
  }

  private static String list(String before, Type[] types) {
    return types.length == 0
        ? ""
        : before + Arrays.stream(types).map(ApiSignatures::type).collect(joining(", "));
  }

  private static String modifiers(Member member) {
    int shown = Modifier.PROTECTED | Modifier.STATIC | Modifier.FINAL | Modifier.ABSTRACT;
    // In a final class it says nothing that a method is final, too.
    int hidden = member instanceof Method ? Modifier.FINAL : 0;
    String text = Modifier.toString(member.getModifiers() & shown & ~hidden);
    return text.isEmpty() ? "" : text + " ";
  }

  private static String variables(TypeVariable<?>[] variables) {
    return variables.length == 0
        ? ""
        : Stream.of(variables).map(ApiSignatures::variable).collect(joining(", ", "<", "> "));
  }

  private static String variable(TypeVariable<?> variable) {
    Type[] bounds = variable.getBounds();
    return bounds.length == 1 && bounds[0] == Object.class
        ? variable.getName()
        : variable.getName() + list(" extends ", bounds);
  }

  private static String parameters(Executable executable) {
    String types =
        Stream.of(executable.getGenericParameterTypes())
            .map(ApiSignatures::type)
            .collect(joining(", ", "(", ")"));
    return types + list(" throws ", executable.getGenericExceptionTypes());
  }

  private static String type(Type type) {
    return type.getTypeName().replace('$', '.').replaceAll("java\\.(lang|util)\\.(?=[A-Z])", "");
  }

  /// What `before` has and `after` has not, a line each after `- `, and the other way round after
  /// `+ `; empty when nothing differs.
  static String difference(String before, String after) {
    Set<String> old = lines(before);
    Set<String> now = lines(after);
    return Stream.concat(
            old.stream().filter(line -> !now.contains(line)).map("- %s\n"::formatted),
            now.stream().filter(line -> !old.contains(line)).map("+ %s\n"::formatted))
        .collect(joining());
  }

  /// Each member behind its type.
  private static Set<String> lines(String text) {
    var lines = new LinkedHashSet<String>();
    String type = "";
    for (String line : text.lines().filter(each -> !each.isBlank()).toList()) {
      if (line.startsWith(" ")) {
        lines.add(type + ": " + line.strip());
      } else {
        type = line;
        lines.add(line);
      }
    }
    return lines;
  }
}
