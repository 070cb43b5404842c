package dev.japply.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tests that need a real API server: their methods, constructors and `@BeforeAll` methods may take
/// a [TestCluster]. Without the program that makes one they are skipped, which says why.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("server")
@ExtendWith(TestClusterExtension.class)
public @interface UsesTestCluster {
  /// How many nodes are played there, whose Pods do what their annotations say; without any, Pods
  /// stay pending.
  int nodes() default 0;
}
