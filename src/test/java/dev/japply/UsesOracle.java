package dev.japply;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Tests that compare japply with upstream's own code, the [Oracle]. Without Go to build it they
/// are skipped, which says why.
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("oracle")
@EnabledIfSystemProperty(
    named = "japply.oracle",
    matches = ".+",
    disabledReason = "no upstream code to compare with: it is built with Go, by make test")
public @interface UsesOracle {}
