package dev.japply;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.japply.tree.FieldPath;
import java.util.regex.Pattern;

/// The classes of japply that the tests test. To read them takes seconds, so all tests of a process
/// share them.
public final class ProgramClasses {
  private static final String SAMPLE = "/dev/japply/tree/FieldPath.class";
  private static final String PLACE = place();

  /// What the distribution's jar has beside japply.
  private static final Pattern ADDED = Pattern.compile(".*/(JavaCheck|Rehearsal)\\.class");

  /// The jar of a distribution has those of libraries, too.
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(location -> location.contains(PLACE) && !location.matches(ADDED))
          .importPackages("dev.japply");

  private ProgramClasses() {}

  /// The directory or jar of the sample's file.
  private static String place() {
    String file = String.valueOf(FieldPath.class.getResource(SAMPLE));
    return file.substring(0, file.length() - SAMPLE.length());
  }

  public static JavaClasses all() {
    return ALL;
  }
}
