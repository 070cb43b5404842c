package dev.japply.check;

import dev.japply.tree.FieldPath;
import java.util.Locale;
import java.util.regex.Pattern;

/// Kubernetes' rules for names, labels and ports.
///
/// <https://kubernetes.io/docs/concepts/overview/working-with-objects/names/>
final class Names {
  /// The length of a CronJob's name, which leaves space for the time in the names of its Jobs.
  static final int CRON_JOB = 52;

  private static final int SUBDOMAIN = 253;
  private static final int LABEL = 63;
  private static final int PORT_NAME = 15;
  private static final int MOST_PORTS = 65_535;

  private static final Pattern LABEL_FORM = Pattern.compile("[a-z0-9](?:[-a-z0-9]*[a-z0-9])?");
  private static final Pattern SUBDOMAIN_FORM =
      Pattern.compile("[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*+");
  private static final Pattern QUALIFIED =
      Pattern.compile("[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?");
  private static final Pattern PORT =
      Pattern.compile("(?=.*[a-z])(?!.*--)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?");

  private Names() {}

  static boolean isLabel(String name) {
    return name.length() <= LABEL && LABEL_FORM.matcher(name).matches();
  }

  /// Returns the error about a name that is not a label.
  static Finding notLabel(FieldPath path) {
    return Finding.error(
        path,
        "must have at most 63 lower case letters, digits and \"-\"",
        "start and end with a letter or a digit");
  }

  static boolean isSubdomain(String name) {
    return name.length() <= SUBDOMAIN && SUBDOMAIN_FORM.matcher(name).matches();
  }

  /// Whether it may be the key of a label: a name, or a subdomain and a name.
  static boolean isKey(String key) {
    int slash = key.indexOf('/');
    String name = key.substring(slash + 1);
    return (slash < 0 || isSubdomain(key.substring(0, slash)))
        && name.length() <= LABEL
        && QUALIFIED.matcher(name).matches();
  }

  /// Whether it may be the key of an annotation. Its case does not matter.
  static boolean isAnnotationKey(String key) {
    return isKey(key.toLowerCase(Locale.ROOT));
  }

  static boolean isLabelValue(String value) {
    return value.isEmpty() || (value.length() <= LABEL && QUALIFIED.matcher(value).matches());
  }

  static boolean isPort(long number) {
    return number >= 1 && number <= MOST_PORTS;
  }

  /// Whether it may be the name of a port (`IANA_SVC_NAME`).
  static boolean isPortName(String name) {
    return name.length() <= PORT_NAME && PORT.matcher(name).matches();
  }
}
