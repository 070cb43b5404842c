package dev.japply.dist;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_byte;
import static java.lang.constant.ConstantDescs.CD_char;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_short;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.RuntimeVisibleTypeAnnotationsAttribute;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A class whose lambdas and method references are classes.
///
/// The JVM makes an object of a lambda that captures values by a method handle. C1 does not compile
/// the handle's call into the code around it, so that each object takes as long as dozens of other
/// ones. Without a cache of classes, as with the plain jar, the JVM also makes the class of each
/// lambda at its first use.
final class Lambdas {
  private static final String MAKE = "of";
  private static final int CLASS =
      AccessFlag.FINAL.mask() | AccessFlag.SUPER.mask() | AccessFlag.SYNTHETIC.mask();
  private static final int FIELD = AccessFlag.PRIVATE.mask() | AccessFlag.FINAL.mask();
  private static final int STATIC = AccessFlag.STATIC.mask() | AccessFlag.SYNTHETIC.mask();
  private static final int PUBLIC = AccessFlag.PUBLIC.mask();

  /// The primitive type of each type of boxes.
  private static final Map<ClassDesc, ClassDesc> PRIMITIVES =
      Stream.of(CD_boolean, CD_byte, CD_char, CD_short, CD_int, CD_long, CD_float, CD_double)
          .collect(Collectors.toMap(Unrolled::boxOf, type -> type));

  private final ClassModel model;
  private final List<Lambda> lambdas = new ArrayList<>();

  private Lambdas(ClassModel model) {
    this.model = model;
  }

  /// Returns the class and the classes of its lambdas, by their names with `/`.
  static Map<String, byte[]> of(byte[] bytes) {
    // In a pool of its own, a class has no constants of the lambdas.
    ClassFile file = Unrolled.file().withOptions(ClassFile.ConstantPoolSharingOption.NEW_POOL);
    ClassModel model = file.parse(bytes);
    var own = new Lambdas(model);
    ClassTransform transform =
        ClassTransform.transformingMethodBodies(own.calls())
            .andThen(ClassTransform.endHandler(own::addMethods));
    var classes = new HashMap<String, byte[]>();
    classes.put(model.thisClass().asInternalName(), file.transformClass(model, transform));
    for (Lambda lambda : own.lambdas) {
      classes.put(
          lambda.name(), file.build(ClassDesc.ofInternalName(lambda.name()), lambda::build));
    }
    return classes;
  }

  private CodeTransform calls() {
    return (builder, element) -> {
      if (element instanceof InvokeDynamicInstruction call && isLambda(call)) {
        var lambda = new Lambda(model, lambdas.size(), call);
        lambdas.add(lambda);
        builder.invokestatic(lambda.type(), MAKE, call.typeSymbol());
      } else if (!(element instanceof RuntimeVisibleTypeAnnotationsAttribute)) {
        builder.with(element); // the offsets in the annotations of types would not fit any more
      }
    };
  }

  private boolean isLambda(InvokeDynamicInstruction call) {
    DirectMethodHandleDesc bootstrap = call.bootstrapMethod();
    if (!bootstrap.owner().displayName().equals("LambdaMetafactory")
        || !bootstrap.methodName().equals("metafactory")) {
      return false;
    }
    var target = (DirectMethodHandleDesc) call.bootstrapArgs().get(1);
    return switch (target.kind()) {
      case SPECIAL, INTERFACE_SPECIAL -> target.owner().equals(model.thisClass().asSymbol());
      default -> true;
    };
  }

  private void addMethods(ClassBuilder builder) {
    for (Lambda lambda : lambdas) {
      int access = isInterface(model) ? PUBLIC : 0;
      builder.withMethodBody(lambda.method(), lambda.call(), access | STATIC, lambda::call);
    }
  }

  private static boolean isInterface(ClassModel model) {
    return model.flags().has(AccessFlag.INTERFACE);
  }

  /// One lambda.
  ///
  /// @param outer the class in which it is written
  private record Lambda(ClassModel outer, int number, InvokeDynamicInstruction site) {

    String name() {
      return outer.thisClass().asInternalName() + "$lambda$" + number;
    }

    /// The method of the outer class that does what the lambda does. It may use what is private.
    String method() {
      return "lambda$call$" + number;
    }

    ClassDesc type() {
      return ClassDesc.ofInternalName(name());
    }

    private DirectMethodHandleDesc target() {
      return (DirectMethodHandleDesc) site.bootstrapArgs().get(1);
    }

    private List<ClassDesc> captured() {
      return site.typeSymbol().parameterList();
    }

    /// The type of the interface's method without type variables.
    private MethodTypeDesc erased() {
      return (MethodTypeDesc) site.bootstrapArgs().get(0);
    }

    /// The same with the lambda's types.
    private MethodTypeDesc own() {
      return (MethodTypeDesc) site.bootstrapArgs().get(2);
    }

    MethodTypeDesc call() {
      return MethodTypeDesc.of(
          own().returnType(),
          Stream.concat(captured().stream(), own().parameterList().stream()).toList());
    }

    private static String field(int number) {
      return "captured" + number;
    }

    void build(ClassBuilder builder) {
      MethodTypeDesc made = site.typeSymbol().changeReturnType(CD_void);
      builder.withFlags(CLASS).withInterfaceSymbols(site.typeSymbol().returnType());
      for (int i = 0; i < captured().size(); i++) {
        builder.withField(field(i), captured().get(i), FIELD);
      }
      builder.withMethodBody(INIT_NAME, made, 0, this::keep);
      builder.withMethodBody(
          MAKE,
          site.typeSymbol(),
          STATIC,
          code -> {
            code.new_(type()).dup();
            for (int i = 0; i < captured().size(); i++) {
              load(code, captured().get(i), code.parameterSlot(i));
            }
            code.invokespecial(type(), INIT_NAME, made).areturn();
          });
      builder.withMethodBody(site.name().stringValue(), erased(), PUBLIC, this::run);
    }

    private void keep(CodeBuilder code) {
      code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void);
      for (int i = 0; i < captured().size(); i++) {
        code.aload(0);
        load(code, captured().get(i), code.parameterSlot(i));
        code.putfield(type(), field(i), captured().get(i));
      }
      code.return_();
    }

    private void run(CodeBuilder code) {
      for (int i = 0; i < captured().size(); i++) {
        code.aload(0).getfield(type(), field(i), captured().get(i));
      }
      for (int i = 0; i < erased().parameterCount(); i++) {
        load(code, erased().parameterType(i), code.parameterSlot(i));
        convert(code, erased().parameterType(i), own().parameterType(i));
      }
      code.invokestatic(outer.thisClass().asSymbol(), method(), call(), isInterface(outer));
      convert(code, own().returnType(), erased().returnType());
      code.return_(TypeKind.from(erased().returnType()));
    }

    /// The body of [#method].
    void call(CodeBuilder code) {
      DirectMethodHandleDesc target = target();
      MethodTypeDesc type = target.invocationType();
      boolean isConstructor = target.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR;
      if (isConstructor) {
        code.new_(target.owner()).dup();
      }
      for (int i = 0; i < type.parameterCount(); i++) {
        load(code, call().parameterType(i), code.parameterSlot(i));
        convert(code, call().parameterType(i), type.parameterType(i));
      }
      String name = target.methodName();
      MethodTypeDesc declared =
          switch (target.kind()) {
            case STATIC, INTERFACE_STATIC -> type;
            case CONSTRUCTOR -> type.changeReturnType(CD_void);
            default -> type.dropParameterTypes(0, 1);
          };
      switch (target.kind()) {
        case STATIC, INTERFACE_STATIC ->
            code.invokestatic(target.owner(), name, declared, target.isOwnerInterface());
        case VIRTUAL -> code.invokevirtual(target.owner(), name, declared);
        case INTERFACE_VIRTUAL -> code.invokeinterface(target.owner(), name, declared);
        case CONSTRUCTOR -> code.invokespecial(target.owner(), INIT_NAME, declared);
        default -> code.invokespecial(target.owner(), name, declared, target.isOwnerInterface());
      }
      convert(code, type.returnType(), call().returnType());
      code.return_(TypeKind.from(call().returnType()));
    }

    private static void load(CodeBuilder code, ClassDesc type, int slot) {
      code.loadLocal(TypeKind.from(type), slot);
    }

    /// Converts the value on the stack as a call does.
    private static void convert(CodeBuilder code, ClassDesc from, ClassDesc to) {
      if (from.equals(to)) {
        return;
      }
      if (to.equals(CD_void)) {
        if (TypeKind.from(from).slotSize() == 2) {
          code.pop2();
        } else {
          code.pop();
        }
      } else if (from.isPrimitive() && to.isPrimitive()) {
        code.conversion(TypeKind.from(from), TypeKind.from(to));
      } else if (from.isPrimitive()) {
        ClassDesc box = Unrolled.boxOf(from);
        code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, from));
      } else if (to.isPrimitive()) {
        ClassDesc primitive = PRIMITIVES.getOrDefault(from, to); // an Integer may become a long
        ClassDesc box = Unrolled.boxOf(primitive);
        String value = primitive.displayName() + "Value";
        code.checkcast(box).invokevirtual(box, value, MethodTypeDesc.of(primitive));
        convert(code, primitive, to);
      } else if (!to.equals(CD_Object)) {
        code.checkcast(to);
      }
    }
  }
}
