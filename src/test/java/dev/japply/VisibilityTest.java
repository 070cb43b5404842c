package dev.japply;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is public in a package that is no part of the library is used by another package. Tests do
/// not count, but for what is named here.
///
/// Nothing is said of what the language makes public, or of constants, which the compiler copies,
/// and so of the types that have some.
class VisibilityTest {
  private static final String ROOT = "dev.japply";
  private static final Set<String> LIBRARY =
      Set.of("client", "kustomize", "merge", "object", "packages", "problem", "schema", "tree");

  /// Public for tests of other packages, which play a command line, a terminal or a kubeconfig;
  /// what the Java launcher and the tools that make the distribution call; what carries out stored
  /// plans.
  private static final Set<String> FOR_OTHERS =
      Set.of(
          "Main",
          "Main.main",
          "cli.RealConnector.<init>",
          "cli.command.Manual",
          "cli.command.Manual.read",
          "cli.context.CommandContext.with",
          "cli.flags.GoValues.duration",
          "cli.flags.GoValues.list",
          "cli.flags.ParsedLine.words",
          "cli.manual.CommandHelp.name",
          "live.cache.SchemaCache.get",
          "live.cache.SchemaCache.put",
          "live.kubeconfig.ConnectionOptions.DEFAULT",
          "live.kubeconfig.ConnectionOptions.of",
          "live.kubeconfig.ConnectionOptions.withOverrides",
          "plan.Seal.NONE");

  private final JavaClasses classes = ProgramClasses.all();

  @Test
  void whatIsPublicIsUsedByAnotherPackage() {
    Set<JavaClass> handedOut = handedOut();
    Set<String> found =
        Stream.concat(
                internal()
                    .filter(type -> !isUsed(type) && !handedOut.contains(type))
                    .map(this::name),
                internal()
                    .flatMap(type -> type.getMembers().stream())
                    .filter(member -> isDecided(member) && !isUsed(member))
                    .map(member -> name(member.getOwner()) + "." + member.getName()))
            .collect(toCollection(TreeSet::new));
    found.removeAll(FOR_OTHERS);
    assertThat(found)
        .as("public, but used by their own package alone, and so better without `public`")
        .isEmpty();
  }

  /// The open types of the packages that are no part of the library.
  private Stream<JavaClass> internal() {
    return classes.stream()
        .filter(type -> isOpen(type) && !LIBRARY.contains(name(type).replaceAll("\\..*", "")));
  }

  /// Those by which other packages get and give values, which they need not name.
  private Set<JavaClass> handedOut() {
    var types = new HashSet<JavaClass>();
    classes.stream()
        .flatMap(type -> type.getMembers().stream())
        .filter(VisibilityTest::isUsed)
        .forEach(member -> types.addAll(member.getAllInvolvedRawTypes()));
    return types;
  }

  private String name(JavaClass type) {
    return type.getName().substring(ROOT.length() + 1).replace('$', '.');
  }

  /// A type in an interface is public whether one wants it or not.
  private static boolean isOpen(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass()
            .map(outer -> isOpen(outer) && !outer.isInterface())
            .orElse(true);
  }

  private static boolean isUsed(JavaClass type) {
    return type.getFields().stream()
            .anyMatch(
                field -> field.getModifiers().contains(JavaModifier.PUBLIC) && isCopied(field))
        || type.getDirectDependenciesToSelf().stream()
            .anyMatch(use -> isElsewhere(use.getOriginClass(), type));
  }

  private static boolean isUsed(JavaMember member) {
    return member.getAccessesToSelf().stream()
        .anyMatch(use -> isElsewhere(use.getOriginOwner(), member.getOwner()));
  }

  private static boolean isElsewhere(JavaClass user, JavaClass used) {
    return !user.getPackageName().equals(used.getPackageName());
  }

  /// Whether the member is public because somebody wrote so.
  private static boolean isDecided(JavaMember member) {
    JavaClass owner = member.getOwner();
    Set<JavaModifier> modifiers = member.getModifiers();
    if (!modifiers.contains(JavaModifier.PUBLIC)
        || modifiers.contains(JavaModifier.SYNTHETIC)
        || owner.isInterface()) {
      return false;
    }
    return switch (member) {
      case JavaConstructor constructor ->
          !owner.isRecord() && !constructor.getRawParameterTypes().isEmpty();
      case JavaField field -> !owner.isEnum() && !isCopied(field);
      case JavaMethod method -> !isOfTheLanguage(method) && !overrides(method);
      default -> true;
    };
  }

  private static boolean isCopied(JavaField field) {
    JavaClass type = field.getRawType();
    return field.getModifiers().contains(JavaModifier.FINAL)
        && (type.isPrimitive() || type.isEquivalentTo(String.class));
  }

  private static boolean isOfTheLanguage(JavaMethod method) {
    JavaClass owner = method.getOwner();
    boolean component =
        owner.isRecord()
            && method.getRawParameterTypes().isEmpty()
            && owner.tryGetField(method.getName()).isPresent();
    return component || (owner.isEnum() && Set.of("values", "valueOf").contains(method.getName()));
  }

  private static boolean overrides(JavaMethod method) {
    JavaClass owner = method.getOwner();
    return Stream.concat(
            owner.getAllRawSuperclasses().stream(), owner.getAllRawInterfaces().stream())
        .flatMap(type -> type.getMethods().stream())
        .anyMatch(above ->
            above.getName().equals(method.getName())
                && above.getRawParameterTypes().size() == method.getRawParameterTypes().size());
  }
}
