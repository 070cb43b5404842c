package dev.japply.dist;

import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;

/// The class that receives signals, as a `sun.misc.SignalHandler`.
///
/// The compiler has a warning for a class that names this type, which no annotation turns off.
/// Without the type the program needs a proxy, and the JVM makes a class for a proxy on each start.
final class SignalListener {
  /// The path of the class in its jar.
  static final String PLACE = "dev/japply/Interrupts$Listener.class";

  private static final MethodTypeDesc HANDLE =
      MethodTypeDesc.of(CD_void, ClassDesc.of("sun.misc.Signal"));

  private SignalListener() {}

  /// Returns the same class with the interface.
  static byte[] of(byte[] bytes) {
    ClassFile file = ClassFile.of();
    ClassModel model = file.parse(bytes);
    ClassDesc type = model.thisClass().asSymbol();
    return file.transformClass(
        model,
        ClassTransform.dropping(java.lang.classfile.Interfaces.class::isInstance)
            .andThen(
                ClassTransform.endHandler(builder ->
                    builder
                        .withInterfaceSymbols(
                            ClassDesc.of("java.lang.reflect.InvocationHandler"),
                            ClassDesc.of("sun.misc.SignalHandler"))
                        .withMethodBody(
                            "handle",
                            HANDLE,
                            AccessFlag.PUBLIC.mask(),
                            code ->
                                code.aload(0)
                                    .invokevirtual(type, "signalled", MethodTypeDesc.of(CD_void))
                                    .return_()))));
  }
}
