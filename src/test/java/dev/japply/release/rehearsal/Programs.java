package dev.japply.release.rehearsal;

import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Stand-ins for the programs of a runner that talk to others: `gh` to [ReleaseServer], and
/// `skopeo`, `docker` and `cosign` to a [RegistryDirectory]; and for `gpg`. They take the arguments
/// that the workflow and the scripts have, and no others.
final class Programs {
  private final Map<String, String> environment;
  private final HttpClient client = HttpClient.newHttpClient();

  private Programs(Map<String, String> environment) {
    this.environment = environment;
  }

  /// `Programs PROGRAM ARGUMENT…`
  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> rest = Arrays.asList(args).subList(1, args.length);
    try {
      new Programs(System.getenv()).run(args[0], rest);
    } catch (RehearsalException e) {
      System.err.println(args[0] + ": " + e.getMessage());
      System.exit(1);
    }
  }

  private void run(String program, List<String> args) throws IOException, InterruptedException {
    String command = program + " " + String.join(" ", args);
    if (command.startsWith("gh release create ")) {
      create(args.subList(2, args.size()));
    } else if (command.matches("gh attestation verify \\S+ --repo \\S+")) {
      verify(args.get(2), args.get(4));
    } else if (command.matches("(skopeo|docker) login --username \\S+ --password-stdin \\S+")) {
      requireInput("a password");
    } else if (command.matches("skopeo copy docker://debian:\\S+ oci:\\S+")) {
      RegistryDirectory.writeBase(Path.of(args.get(2).replaceFirst("^oci:", "")));
    } else if (command.matches("skopeo copy oci-archive:\\S+ docker://\\S+")) {
      registry().push(Path.of(after(args.get(1), ":")), after(args.get(2), "://"));
    } else if (command.matches("skopeo inspect --raw docker://\\S+")) {
      System.out.write(registry().manifest(after(args.get(2), "://")));
      System.out.flush();
    } else if (command.equals("gpg --batch --quiet --import")) {
      requireInput("a key");
    } else if (command.matches(
        "gpg --batch --quiet --pinentry-mode loopback --passphrase-fd 0 --armor --detach-sign"
            + " \\S+")) {
      requireInput("a password");
      Files.writeString(
          Path.of(args.getLast() + ".asc"),
          "-----BEGIN PGP SIGNATURE-----\n\n-----END PGP SIGNATURE-----\n");
    } else if (command.startsWith("docker buildx imagetools create ")) {
      join(args.subList(3, args.size()));
    } else if (command.matches("cosign sign --yes --recursive \\S+@sha256:[0-9a-f]{64}")) {
      variable("ACTIONS_ID_TOKEN_REQUEST_URL"); // which a job has by its permission
      registry().sign(args.get(3), identity());
    } else if (command.matches(
        "cosign verify --certificate-oidc-issuer \\S+ --certificate-identity \\S+ \\S+")) {
      registry().verify(args.get(5), args.get(4));
    } else {
      throw new RehearsalException("the rehearsal plays no such command: " + command);
    }
  }

  private static void requireInput(String name) throws IOException {
    if (System.in.readAllBytes().length < 2) {
      throw new RehearsalException("standard input must be " + name);
    }
  }

  private static String after(String text, String mark) {
    return text.substring(text.indexOf(mark) + mark.length());
  }

  private String variable(String name) {
    String value = environment.getOrDefault(name, "");
    if (value.isEmpty()) {
      throw new RehearsalException("the variable " + name + " is not set");
    }
    return value;
  }

  private RegistryDirectory registry() {
    return new RegistryDirectory(Path.of(variable("REHEARSED_REGISTRY")));
  }

  /// The identity of a workflow, as certificates have it.
  private String identity() {
    return variable("GITHUB_SERVER_URL") + "/" + variable("GITHUB_WORKFLOW_REF");
  }

  private void join(List<String> args) throws IOException {
    var tags = new ArrayList<String>();
    var images = new ArrayList<String>();
    for (int i = 0; i < args.size(); i++) {
      if (args.get(i).equals("-t")) {
        i++;
        tags.add(args.get(i));
      } else {
        images.add(args.get(i));
      }
    }
    registry().join(tags, images);
  }

  private String address(String kind) {
    return variable("GITHUB_API_URL").replaceFirst("api$", kind) + "/repos/";
  }

  private HttpResponse<byte[]> send(String method, String address, BodyPublisher body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Authorization", "Bearer " + variable("GH_TOKEN"))
            .method(method, body)
            .build();
    return client.send(request, BodyHandlers.ofByteArray());
  }

  /// Returns the body of a response, provided that the request was not refused.
  private MapValue request(String method, String address, BodyPublisher body)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> response = send(method, address, body);
    MapValue value = (MapValue) Json.parse(response.body());
    if (response.statusCode() >= 300) {
      throw new RehearsalException(
          "HTTP " + response.statusCode() + ": " + value.text("message") + " (" + address + ")");
    }
    return value;
  }

  private static BodyPublisher json(Map<String, Value> entries) {
    return BodyPublishers.ofString(GoJson.write(MapValue.copyOf(entries)));
  }

  /// Makes a draft, uploads the files, and publishes the draft, as `gh release create` does.
  private void create(List<String> args) throws IOException, InterruptedException {
    var options = new LinkedHashMap<String, String>();
    var names = new ArrayList<String>();
    for (int i = 0; i < args.size(); i++) {
      switch (args.get(i)) {
        case "--verify-tag" -> options.put("--verify-tag", "true");
        case "--title", "--notes-file" -> options.put(args.get(i), args.get(++i));
        default -> {
          if (args.get(i).startsWith("-")) {
            throw new RehearsalException("unknown flag: " + args.get(i));
          }
          names.add(args.get(i));
        }
      }
    }
    String tag = names.removeFirst();
    List<Path> files = names.stream().map(Path::of).toList();
    for (Path file : files) {
      if (!Files.isRegularFile(file)) {
        throw new RehearsalException("stat " + file + ": no such file or directory");
      }
    }
    Path notes = Path.of(options.getOrDefault("--notes-file", ""));
    if (!Files.isRegularFile(notes)) {
      throw new RehearsalException("open " + notes + ": no such file or directory");
    }
    String releases = address("api") + variable("GITHUB_REPOSITORY");
    if (options.containsKey("--verify-tag")) {
      request("GET", releases + "/git/ref/tags/" + tag, BodyPublishers.noBody());
    }
    Map<String, Value> wanted =
        Map.of(
            "tag_name", Value.text(tag),
            "name", Value.text(options.getOrDefault("--title", "")),
            "body", Value.text(Files.readString(notes)),
            "draft", Value.TRUE);
    String id = request("POST", releases + "/releases", json(wanted)).text("id");
    String uploads = address("uploads") + variable("GITHUB_REPOSITORY") + "/releases/" + id;
    try {
      for (Path file : files) {
        String name = URLEncoder.encode(file.getFileName().toString(), StandardCharsets.UTF_8);
        request("POST", uploads + "/assets?name=" + name, BodyPublishers.ofFile(file));
      }
    } catch (RehearsalException e) {
      send("DELETE", releases + "/releases/" + id, BodyPublishers.noBody());
      throw e;
    }
    request("PATCH", releases + "/releases/" + id, json(Map.of("draft", Value.FALSE)));
    System.out.println(files.size() + " files in the release " + tag);
  }

  private void verify(String subject, String repository) throws IOException, InterruptedException {
    String digest =
        subject.startsWith("oci://")
            ? registry().digest(after(subject, "://"))
            : "sha256:" + Digest.of(Path.of(subject));
    HttpResponse<byte[]> response =
        send(
            "GET",
            address("api") + repository + "/attestations/" + digest,
            BodyPublishers.noBody());
    if (response.statusCode() != 200) {
      throw new RehearsalException("no attestations found for " + digest);
    }
    System.out.println("verified " + subject + ", " + digest);
  }
}
