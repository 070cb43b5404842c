package dev.japply.kubectl;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Tests that compare japply with kubectl. Without Go to build it they are skipped, which says why.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(
    named = "japply.e2e",
    matches = ".+",
    disabledReason = "no kubectl to compare with: it is built with Go, by make test")
@interface UsesKubectl {}
