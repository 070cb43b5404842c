package dev.japply.dist;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Classes in which lambdas and method references are objects of plain classes.
///
/// The compiler leaves these classes to the JVM. The cache of classes keeps them, but an object of
/// one is created through method handles, which C1 does not compile into the caller. So each
/// evaluation of a lambda with values from outside took longer than what the lambda does, and each
/// first one ran interpreted code of the JDK.
///
/// A class of a lambda is in the nest of the class with the lambda, so it may call its private
/// methods.
final class PlainLambdas {
  private static final String FACTORY = "of";
  private static final int FINAL = AccessFlag.FINAL.mask() | AccessFlag.SYNTHETIC.mask();

  private final ClassFile file =
      ClassFile.of(
          ClassFile.ConstantPoolSharingOption.NEW_POOL,
          ClassFile.ClassHierarchyResolverOption.of(
              ClassHierarchyResolver.ofResourceParsing(PlainLambdas.class.getClassLoader())));

  private final Map<String, byte[]> classes = new TreeMap<>();

  /// The classes of lambdas by the paths of the hosts of their nests.
  private final Map<String, List<ClassDesc>> nests = new TreeMap<>();

  private PlainLambdas() {}

  /// Returns the same classes in that form, with the classes of their lambdas.
  ///
  /// @param classes the class files by their paths, with all classes of each nest
  static Map<String, byte[]> of(Map<String, byte[]> classes) {
    var lambdas = new PlainLambdas();
    classes.forEach(lambdas::add);
    lambdas.nests.forEach(lambdas::join);
    return lambdas.classes;
  }

  private static String path(ClassDesc type) {
    String descriptor = type.descriptorString();
    return descriptor.substring(1, descriptor.length() - 1) + ".class";
  }

  private void add(String path, byte[] bytes) {
    ClassModel model = file.parse(bytes);
    var made = new ArrayList<ClassDesc>();
    CodeTransform calls =
        (builder, element) -> {
          if (element instanceof InvokeDynamicInstruction call && isLambda(call)) {
            ClassDesc type = add(model, call, made.size());
            made.add(type);
            builder.invokestatic(type, FACTORY, call.typeSymbol());
          } else {
            builder.with(element);
          }
        };
    classes.put(path, file.transformClass(model, ClassTransform.transformingMethodBodies(calls)));
    if (!made.isEmpty()) {
      nests.computeIfAbsent(path(nestHost(model)), host -> new ArrayList<>()).addAll(made);
    }
  }

  private static boolean isLambda(InvokeDynamicInstruction call) {
    DirectMethodHandleDesc bootstrap = call.bootstrapMethod();
    return bootstrap.owner().displayName().equals("LambdaMetafactory")
        && bootstrap.methodName().equals("metafactory");
  }

  private static ClassDesc nestHost(ClassModel model) {
    return model
        .findAttribute(Attributes.nestHost())
        .map(host -> host.nestHost().asSymbol())
        .orElse(model.thisClass().asSymbol());
  }

  /// Adds the class of a lambda.
  private ClassDesc add(ClassModel model, InvokeDynamicInstruction call, int number) {
    ClassDesc outer = model.thisClass().asSymbol();
    ClassDesc type = ClassDesc.of(outer.packageName(), outer.displayName() + "$$L" + number);
    var lambda = new Lambda(type, call);
    classes.put(
        path(type),
        file.build(
            type,
            builder -> {
              builder.withVersion(model.majorVersion(), model.minorVersion());
              builder.with(NestHostAttribute.of(nestHost(model)));
              lambda.build(builder);
            }));
    return type;
  }

  private void join(String path, List<ClassDesc> made) {
    ClassModel model = file.parse(classes.get(path));
    var members = new ArrayList<ClassDesc>();
    model
        .findAttribute(Attributes.nestMembers())
        .ifPresent(nest -> nest.nestMembers().forEach(member -> members.add(member.asSymbol())));
    members.addAll(made);
    classes.put(
        path,
        file.transformClass(
            model,
            ClassTransform.dropping(NestMembersAttribute.class::isInstance)
                .andThen(
                    ClassTransform.endHandler(
                        builder -> builder.with(NestMembersAttribute.ofSymbols(members))))));
  }

  /// The class of one lambda: the values from outside in fields, and the method of the interface,
  /// which calls the compiled body.
  private record Lambda(ClassDesc type, InvokeDynamicInstruction call) {
    private ClassDesc target() {
      return call.typeSymbol().returnType();
    }

    private List<ClassDesc> values() {
      return call.typeSymbol().parameterList();
    }

    private MethodTypeDesc constructor() {
      return MTD_void.insertParameterTypes(0, values().toArray(ClassDesc[]::new));
    }

    /// Returns the type of the method, with type variables as their bounds.
    private MethodTypeDesc erased() {
      return (MethodTypeDesc) call.bootstrapArgs().get(0);
    }

    private DirectMethodHandleDesc body() {
      return (DirectMethodHandleDesc) call.bootstrapArgs().get(1);
    }

    /// Returns the type of the method where the lambda is.
    private MethodTypeDesc exact() {
      return (MethodTypeDesc) call.bootstrapArgs().get(2);
    }

    private static String field(int number) {
      return "value" + number;
    }

    void build(ClassBuilder builder) {
      builder.withFlags(FINAL | AccessFlag.SUPER.mask()).withInterfaceSymbols(target());
      for (int i = 0; i < values().size(); i++) {
        builder.withField(field(i), values().get(i), FINAL | AccessFlag.PRIVATE.mask());
      }
      builder.withMethodBody(INIT_NAME, constructor(), AccessFlag.PRIVATE.mask(), this::construct);
      builder.withMethodBody(FACTORY, call.typeSymbol(), AccessFlag.STATIC.mask(), this::create);
      builder.withMethodBody(
          call.name().stringValue(), erased(), AccessFlag.PUBLIC.mask(), this::run);
    }

    private void construct(CodeBuilder code) {
      code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void);
      for (int i = 0; i < values().size(); i++) {
        ClassDesc value = values().get(i);
        code.aload(0).loadLocal(TypeKind.from(value), code.parameterSlot(i));
        code.putfield(type, field(i), value);
      }
      code.return_();
    }

    private void create(CodeBuilder code) {
      code.new_(type).dup();
      for (int i = 0; i < values().size(); i++) {
        code.loadLocal(TypeKind.from(values().get(i)), code.parameterSlot(i));
      }
      code.invokespecial(type, INIT_NAME, constructor()).areturn();
    }

    private void run(CodeBuilder code) {
      DirectMethodHandleDesc body = body();
      MethodTypeDesc called = body.invocationType();
      if (body.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR) {
        code.new_(body.owner()).dup();
      }
      int values = values().size();
      for (int i = 0; i < values; i++) {
        code.aload(0).getfield(type, field(i), values().get(i));
      }
      for (int i = 0; i < erased().parameterCount(); i++) {
        ClassDesc given = erased().parameterType(i);
        code.loadLocal(TypeKind.from(given), code.parameterSlot(i));
        convert(code, given, exact().parameterType(i), called.parameterType(values + i));
      }
      invoke(code, body);
      ClassDesc wanted = erased().returnType();
      if (!wanted.equals(CD_void)) {
        convert(code, called.returnType(), called.returnType(), wanted);
      } else if (!called.returnType().equals(CD_void)) {
        pop(code, called.returnType());
      }
      code.return_(TypeKind.from(wanted));
    }

    private static void pop(CodeBuilder code, ClassDesc type) {
      if (TypeKind.from(type).slotSize() == 2) {
        code.pop2();
      } else {
        code.pop();
      }
    }

    private static void invoke(CodeBuilder code, DirectMethodHandleDesc body) {
      MethodTypeDesc declared = MethodTypeDesc.ofDescriptor(body.lookupDescriptor());
      switch (body.kind()) {
        case STATIC, INTERFACE_STATIC ->
            code.invokestatic(body.owner(), body.methodName(), declared, body.isOwnerInterface());
        case VIRTUAL, SPECIAL -> code.invokevirtual(body.owner(), body.methodName(), declared);
        case INTERFACE_VIRTUAL, INTERFACE_SPECIAL ->
            code.invokeinterface(body.owner(), body.methodName(), declared);
        case CONSTRUCTOR -> code.invokespecial(body.owner(), INIT_NAME, declared);
        default -> throw new IllegalStateException("no method is called by " + body);
      }
    }

    /// Converts the value on the stack as the JVM does for lambdas: by boxing, unboxing, widening
    /// and casts.
    ///
    /// @param exact the type that the value has
    private static void convert(CodeBuilder code, ClassDesc from, ClassDesc exact, ClassDesc to) {
      if (from.isPrimitive() && to.isPrimitive()) {
        widen(code, from, to);
      } else if (from.isPrimitive()) {
        ClassDesc box = Boxes.of(from);
        code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, from));
      } else if (to.isPrimitive()) {
        ClassDesc box = Boxes.isOne(exact) ? exact : Boxes.of(to);
        ClassDesc value = Boxes.value(box);
        code.checkcast(box);
        code.invokevirtual(box, value.displayName() + "Value", MethodTypeDesc.of(value));
        widen(code, value, to);
      } else if (!to.equals(from) && !to.equals(CD_Object)) {
        code.checkcast(to);
      }
    }

    private static void widen(CodeBuilder code, ClassDesc from, ClassDesc to) {
      if (!from.equals(to)) {
        code.conversion(TypeKind.from(from), TypeKind.from(to));
      }
    }
  }
}
