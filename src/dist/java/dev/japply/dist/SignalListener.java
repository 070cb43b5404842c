package dev.japply.dist;

import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Interfaces;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;

/// The class that receives signals, as a `sun.misc.SignalHandler`.
///
/// The compiler has a warning for a class that names this type, which no annotation turns off.
/// Without the type the program needs a proxy, and the JVM makes a class for a proxy on each start,
/// and more for the reflection that installs it.
final class SignalListener {
  /// The path of the class in its jar.
  static final String PLACE = "dev/japply/Interrupts$Listener.class";

  private static final ClassDesc SIGNAL = ClassDesc.of("sun.misc.Signal");
  private static final ClassDesc HANDLER = ClassDesc.of("sun.misc.SignalHandler");

  private SignalListener() {}

  /// Returns the same class with the interface, which installs itself.
  static byte[] of(byte[] bytes) {
    ClassFile file = ClassFile.of();
    ClassModel model = file.parse(bytes);
    return file.transformClass(
        model,
        ClassTransform.dropping(SignalListener::isReplaced)
            .andThen(ClassTransform.endHandler(builder -> add(builder, model.thisClass()))));
  }

  private static boolean isReplaced(ClassElement element) {
    return element instanceof Interfaces
        || element instanceof MethodModel method && method.methodName().equalsString("install");
  }

  private static void add(ClassBuilder builder, ClassEntry type) {
    builder
        .withInterfaceSymbols(ClassDesc.of("java.lang.reflect.InvocationHandler"), HANDLER)
        .withMethodBody(
            "handle",
            MethodTypeDesc.of(CD_void, SIGNAL),
            AccessFlag.PUBLIC.mask(),
            code ->
                code.aload(0)
                    .invokevirtual(type.asSymbol(), "signalled", MethodTypeDesc.of(CD_void))
                    .return_())
        .withMethodBody(
            "install", MethodTypeDesc.of(CD_boolean, CD_String), 0, SignalListener::install);
  }

  /// `Signal.handle(new Signal(name), this); return true;`
  private static void install(CodeBuilder code) {
    code.new_(SIGNAL)
        .dup()
        .aload(1)
        .invokespecial(SIGNAL, INIT_NAME, MethodTypeDesc.of(CD_void, CD_String))
        .aload(0)
        .invokestatic(SIGNAL, "handle", MethodTypeDesc.of(HANDLER, SIGNAL, HANDLER))
        .pop()
        .iconst_1()
        .ireturn();
  }
}
