package dev.japply;

import static com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// An `Optional` is what a method answers with. What a method is given, and what an object consists
/// of, is `@Nullable` where it may be missing.
class OptionalsTest {
  private static final Set<Class<?>> OPTIONALS =
      Set.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);

  /// The fields of `classes` that are one, components of records among them, and the methods and
  /// constructors that take one. What a lambda takes is the business of who calls it.
  private static List<String> misplaced(JavaClasses classes) {
    return classes.stream()
        .flatMap(type -> Stream.concat(fields(type), takers(type)))
        .filter(member -> !member.getModifiers().contains(SYNTHETIC))
        .map(JavaMember::getFullName)
        .sorted()
        .toList();
  }

  private static Stream<JavaMember> fields(JavaClass type) {
    return type.getFields().stream()
        .filter(field -> isOptional(field.getRawType()))
        .map(JavaMember.class::cast);
  }

  private static Stream<JavaMember> takers(JavaClass type) {
    return type.getCodeUnits().stream()
        .filter(unit -> unit.getRawParameterTypes().stream().anyMatch(OptionalsTest::isOptional))
        .map(JavaMember.class::cast);
  }

  private static boolean isOptional(JavaClass type) {
    return OPTIONALS.stream().anyMatch(type::isEquivalentTo);
  }

  @Test
  void noFieldAndNoParameterIsOne() {
    assertThat(misplaced(ProgramClasses.all())).isEmpty();
  }

  record Sample(OptionalInt component, List<Optional<String>> items) {
    Optional<String> answer(Optional<String> parameter) {
      return Stream.of(parameter).filter(given -> given.isPresent()).findFirst().orElseThrow();
    }
  }

  @Test
  void eachPlaceIsFound() {
    String name = Sample.class.getName();
    assertThat(misplaced(new ClassFileImporter().importClasses(Sample.class)))
        .containsExactly(
            name + ".<init>(java.util.OptionalInt, java.util.List)",
            name + ".answer(java.util.Optional)",
            name + ".component");
  }
}
