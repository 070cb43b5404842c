package dev.japply.release.rehearsal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// The checks of the portal of Maven Central for an uploaded bundle, from its requirements.
final class CentralPortal {
  private static final List<String> ENDS = List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar");
  private static final List<String> ELEMENTS =
      List.of(
          "modelVersion",
          "groupId",
          "artifactId",
          "version",
          "name",
          "description",
          "url",
          "licenses/license/name",
          "developers/developer/name",
          "scm/url",
          "scm/connection",
          "scm/developerConnection");

  private CentralPortal() {}

  /// Returns the first defect of a request with a bundle; empty if there is none.
  ///
  /// @param body a form with one file
  static String defect(byte[] body) throws IOException {
    String text = new String(body, ISO_8859_1);
    int start = text.indexOf("\r\n\r\n") + 4;
    int end = text.lastIndexOf("\r\n--");
    Map<String, byte[]> files = new TreeMap<>();
    try (var zip = new ZipInputStream(new ByteArrayInputStream(body, start, end - start))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (!entry.isDirectory()) {
          files.put(entry.getName(), zip.readAllBytes());
        }
      }
    }
    return files.isEmpty() ? "the bundle is empty" : defect(files);
  }

  private static String defect(Map<String, byte[]> files) {
    String pom =
        files.keySet().stream().filter(name -> name.endsWith(".pom")).findFirst().orElse("");
    Matcher path = Pattern.compile("(.+)/([^/]+)/([^/]+)/\\2-\\3\\.pom").matcher(pom);
    if (!path.matches()) {
      return "the bundle has no pom at the path of its coordinates";
    }
    String project = new String(files.getOrDefault(pom, new byte[0]), UTF_8);
    for (String element : ELEMENTS) {
      if (element(project, element).isBlank()) {
        return "the pom has no " + element;
      }
    }
    if (!element(project, "groupId").equals(path.group(1).replace('/', '.'))
        || !element(project, "version").equals(path.group(3))) {
      return "the coordinates of the pom are not those of the path";
    }
    for (String end : ENDS) {
      String name = pom.replaceFirst("\\.pom$", end);
      byte[] content = files.get(name);
      if (content == null) {
        return "there is no " + name;
      }
      String signature = new String(files.getOrDefault(name + ".asc", new byte[0]), UTF_8);
      if (!signature.startsWith("-----BEGIN PGP SIGNATURE-----")) {
        return "Missing signature for file: " + name;
      }
      for (String algorithm : List.of("MD5", "SHA-1")) {
        String sum = name + "." + algorithm.toLowerCase(Locale.ROOT).replace("-", "");
        byte[] found = files.getOrDefault(sum, new byte[0]);
        if (!new String(found, UTF_8).strip().equals(digest(algorithm, content))) {
          return "Invalid '" + algorithm + "' checksum for file: " + name;
        }
      }
    }
    return "";
  }

  /// The text of an element of the project, at a path, with the values of its properties.
  private static String element(String project, String path) {
    String text =
        project.replaceAll("(?s)<(dependencyManagement|dependencies|build|profiles)>.*", "");
    for (String name : path.split("/", -1)) {
      Matcher found =
          Pattern.compile("(?s)<" + name + "(?: [^>]*)?>(.*?)</" + name + ">").matcher(text);
      if (name.equals("url") && path.equals("url")) {
        found = Pattern.compile("(?m)^  <url>(.*)</url>$").matcher(text);
      }
      if (!found.find()) {
        return "";
      }
      text = found.group(1);
    }
    Matcher property = Pattern.compile("\\$\\{([\\w.]+)}").matcher(text);
    return property.find() ? filled(project, text, property.group(1)) : text;
  }

  private static String filled(String project, String text, String property) {
    Matcher value = Pattern.compile("<" + Pattern.quote(property) + ">(.+?)</").matcher(project);
    return value.find() ? text.replace("${" + property + "}", value.group(1)) : "";
  }

  private static String digest(String algorithm, byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
