package dev.japply.dist;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;

/// A class in which pattern switches, and `equals` and `hashCode` of records, are plain code.
///
/// The compiler leaves them to the JVM, which makes code for each when it first gets there. Neither
/// is kept in the cache of classes, so each start would make them again.
final class Unrolled {
  private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");
  private static final MethodTypeDesc EQUALS = MethodTypeDesc.of(CD_boolean, CD_Object);
  private static final MethodTypeDesc HASH_CODE = MethodTypeDesc.of(CD_int);
  private static final int PRIVATE_STATIC =
      AccessFlag.PRIVATE.mask() | AccessFlag.STATIC.mask() | AccessFlag.SYNTHETIC.mask();

  private final ClassModel model;
  private final List<InvokeDynamicInstruction> switches = new ArrayList<>();

  private Unrolled(ClassModel model) {
    this.model = model;
  }

  /// The same class in that form.
  static byte[] of(byte[] bytes) {
    ClassFile file = file();
    ClassModel model = file.parse(bytes);
    var unrolled = new Unrolled(model);
    ClassTransform transform =
        unrolled
            .records()
            .andThen(ClassTransform.transformingMethodBodies(unrolled.calls()))
            .andThen(ClassTransform.endHandler(unrolled::addSwitches));
    return file.transformClass(model, transform);
  }

  /// Reads and writes classes, whose types are on the class path.
  private static ClassFile file() {
    return ClassFile.of(
        ClassFile.ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofResourceParsing(Unrolled.class.getClassLoader())));
  }

  private CodeTransform calls() {
    return (builder, element) -> {
      if (element instanceof InvokeDynamicInstruction call && isTypeSwitch(call)) {
        switches.add(call);
        builder.invokestatic(
            model.thisClass().asSymbol(),
            name(switches.size() - 1),
            call.typeSymbol(),
            model.flags().has(AccessFlag.INTERFACE));
      } else if (element instanceof InvokeDynamicInstruction call && isSwitch(call)) {
        throw new IllegalStateException(
            ("a switch of %s has cases that are no types; give those of an enum a switch of their"
                    + " own")
                .formatted(model.thisClass().asInternalName()));
      } else {
        builder.with(element);
      }
    };
  }

  private static boolean isSwitch(InvokeDynamicInstruction call) {
    return call.bootstrapMethod().owner().displayName().equals("SwitchBootstraps");
  }

  /// One whose cases are types, and nothing else.
  private static boolean isTypeSwitch(InvokeDynamicInstruction call) {
    DirectMethodHandleDesc bootstrap = call.bootstrapMethod();
    return isSwitch(call)
        && bootstrap.methodName().equals("typeSwitch")
        && call.bootstrapArgs().stream().allMatch(ClassDesc.class::isInstance);
  }

  private static String name(int number) {
    return "typeSwitch$" + number;
  }

  private void addSwitches(ClassBuilder builder) {
    for (int i = 0; i < switches.size(); i++) {
      InvokeDynamicInstruction call = switches.get(i);
      builder.withMethodBody(
          name(i), call.typeSymbol(), PRIVATE_STATIC, code -> typeSwitch(code, call));
    }
  }

  /// -1 for null, else the first case from the second argument on that holds, else their number.
  private static void typeSwitch(CodeBuilder code, InvokeDynamicInstruction call) {
    Label some = code.newLabel();
    code.aload(0).ifnonnull(some).iconst_m1().ireturn().labelBinding(some);
    int number = 0;
    for (ConstantDesc type : call.bootstrapArgs()) {
      Label next = code.newLabel();
      code.iload(1).loadConstant(number).if_icmpgt(next);
      code.aload(0).instanceOf((ClassDesc) type).ifeq(next);
      code.loadConstant(number).ireturn().labelBinding(next);
      number++;
    }
    code.loadConstant(number).ireturn();
  }

  private ClassTransform records() {
    boolean record =
        model
            .superclass()
            .filter(type -> type.asInternalName().equals("java/lang/Record"))
            .isPresent();
    return (builder, element) -> {
      if (record && element instanceof MethodModel method && made(method, "equals", EQUALS)) {
        builder.withMethodBody(
            method.methodName(), method.methodType(), method.flags().flagsMask(), this::equal);
      } else if (record
          && element instanceof MethodModel method
          && made(method, "hashCode", HASH_CODE)) {
        builder.withMethodBody(
            method.methodName(), method.methodType(), method.flags().flagsMask(), this::hash);
      } else {
        builder.with(element);
      }
    };
  }

  /// Whether it is that method, as the compiler makes it.
  private static boolean made(MethodModel method, String name, MethodTypeDesc type) {
    return method.methodName().equalsString(name)
        && method.methodTypeSymbol().equals(type)
        && method.code().orElseThrow().elementStream().anyMatch(Unrolled::isObjectMethod);
  }

  private static boolean isObjectMethod(CodeElement element) {
    return element instanceof InvokeDynamicInstruction call
        && call.bootstrapMethod().owner().displayName().equals("ObjectMethods");
  }

  private List<FieldModel> components() {
    return model.fields().stream().filter(field -> !field.flags().has(AccessFlag.STATIC)).toList();
  }

  private void equal(CodeBuilder code) {
    ClassDesc type = model.thisClass().asSymbol();
    Label different = code.newLabel();
    code.aload(1).instanceOf(type).ifeq(different);
    for (FieldModel field : components()) {
      boxed(code.aload(0), field);
      boxed(code.aload(1).checkcast(type), field);
      code.invokestatic(OBJECTS, "equals", MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object));
      code.ifeq(different);
    }
    code.iconst_1().ireturn().labelBinding(different).iconst_0().ireturn();
  }

  private void hash(CodeBuilder code) {
    code.iconst_0();
    for (FieldModel field : components()) {
      code.bipush(31).imul();
      boxed(code.aload(0), field);
      code.invokestatic(OBJECTS, "hashCode", MethodTypeDesc.of(CD_int, CD_Object)).iadd();
    }
    code.ireturn();
  }

  /// Puts the value of a field of the object on the stack in its place, as an object.
  private void boxed(CodeBuilder code, FieldModel field) {
    ClassDesc type = field.fieldTypeSymbol();
    code.getfield(model.thisClass().asSymbol(), field.fieldName().stringValue(), type);
    if (type.isPrimitive()) {
      ClassDesc box = boxOf(type);
      code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, type));
    }
  }

  /// Returns the class of objects with values of a primitive type.
  private static ClassDesc boxOf(ClassDesc primitive) {
    return switch (primitive.displayName()) {
      case "int" -> ClassDesc.of("java.lang.Integer");
      case "char" -> ClassDesc.of("java.lang.Character");
      case String name ->
          ClassDesc.of("java.lang." + Character.toUpperCase(name.charAt(0)) + name.substring(1));
    };
  }
}
