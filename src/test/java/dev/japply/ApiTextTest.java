package dev.japply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.japply.merge.FieldReason;
import dev.japply.object.FieldSet;
import dev.japply.tree.FieldPath;
import dev.japply.tree.Json;
import dev.japply.tree.Node;
import dev.japply.tree.Value.MapValue;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// No record of the library prints values of objects, so that a program can log all of them.
final class ApiTextTest {
  private static final String SECRET = "hiddenvalue99";
  private static final MapValue OBJECT =
      (MapValue)
          Json.parse(
              "{\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"},\"stringData\":{\"a\":\""
                  + SECRET
                  + "\"}}");

  /// The packages whose records are about objects: values themselves print themselves.
  private static final Set<String> PACKAGES =
      Set.of("client", "kustomize", "merge", "object", "packages");

  /// Records of parts whose text is their purpose.
  private static final Set<String> PARTS =
      Set.of("ManagedFields", "LabelSelector", "Requirement", "PackageRules", "FieldSet");

  @Test
  void noRecordPrintsTheValuesOfAnObject() throws Exception {
    var printed = new ArrayList<String>();
    int tried = 0;
    for (var found : ProgramClasses.all()) {
      if (PACKAGES.stream()
          .noneMatch(each -> found.getPackageName().equals("dev.japply." + each))) {
        continue;
      }
      Class<?> type = found.reflect();
      if (type.isRecord()
          && ApiSignatures.isPublic(type)
          && !PARTS.contains(type.getSimpleName())) {
        tried++;
        String text = String.valueOf(sample(type));
        if (text.contains(SECRET)) {
          printed.add(type.getName() + ": " + text);
        }
      }
    }
    assertThat(printed).isEmpty();
    assertThat(tried).isGreaterThan(20);
  }

  private static @Nullable Object sample(Type generic) throws ReflectiveOperationException {
    if (generic instanceof ParameterizedType type) {
      Object last = sample(type.getActualTypeArguments()[type.getActualTypeArguments().length - 1]);
      return switch (type.getRawType().getTypeName()) {
        case "java.util.List" -> last == null ? List.of() : List.of(last);
        case "java.util.Set" -> Set.of(SECRET);
        case "java.util.SortedMap" ->
            type.getActualTypeArguments()[1] == String.class
                ? new TreeMap<>(Map.of("a.yaml", SECRET))
                : new TreeMap<>();
        case "java.util.Map" -> Map.of("a.yaml", SECRET);
        case "java.util.Optional" -> java.util.Optional.empty();
        default -> proxy((Class<?>) type.getRawType());
      };
    }
    return generic instanceof Class<?> type ? sample(type) : null;
  }

  private static @Nullable Object sample(Class<?> type) throws ReflectiveOperationException {
    if (type == FieldReason.Values.class) {
      return new FieldReason.Values(OBJECT, OBJECT, OBJECT, OBJECT);
    }
    if (type.isAssignableFrom(MapValue.class) && Node.class.isAssignableFrom(type)) {
      return OBJECT;
    }
    if (type == FieldSet.class) {
      return new FieldSet(new TreeMap<>());
    }
    if (type == FieldPath.class) {
      return FieldPath.root();
    }
    if (type == String.class) {
      return "text";
    }
    if (type == boolean.class) {
      return false;
    }
    if (type == int.class) {
      return 1;
    }
    if (type == long.class) {
      return 1L;
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    if (type.isRecord()) {
      return create(type);
    }
    if (type.isSealed()) {
      return sample(type.getPermittedSubclasses()[0]);
    }
    return type.isInterface() ? proxy(type) : null;
  }

  private static Object create(Class<?> type) throws ReflectiveOperationException {
    RecordComponent[] parts = type.getRecordComponents();
    Class<?>[] types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    var values = new @Nullable Object[parts.length];
    for (int i = 0; i < parts.length; i++) {
      values[i] =
          types[i].getSimpleName().equals("Schema") ? null : sample(parts[i].getGenericType());
    }
    var constructor = type.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }

  private static Object proxy(Class<?> type) {
    return Proxy.newProxyInstance(
        ApiTextTest.class.getClassLoader(),
        new Class<?>[] {type},
        (self, method, arguments) -> method.getName().equals("toString") ? "function" : null);
  }
}
