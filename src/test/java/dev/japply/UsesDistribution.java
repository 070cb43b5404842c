package dev.japply;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Tests of the [Distribution]. Where it was not made they are skipped, which says why.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("distribution")
@EnabledIfSystemProperty(
    named = "japply.distribution",
    matches = ".+",
    disabledReason = "no distribution: it is made with Go, by make test")
@interface UsesDistribution {}
