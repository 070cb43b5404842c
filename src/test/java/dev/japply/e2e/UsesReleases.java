package dev.japply.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Tests that apply releases of real applications to a server. The releases are not part of the
/// sources; without them the tests are skipped.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("server")
@Tag("verify")
@EnabledIfSystemProperty(
    named = "japply.releases",
    matches = ".+",
    disabledReason = "no releases of applications: RELEASES=DIR names them")
@EnabledIfSystemProperty(
    named = "japply.e2e",
    matches = ".+",
    disabledReason = "no server to apply releases to: it is built with Go, by make test")
@interface UsesReleases {}
