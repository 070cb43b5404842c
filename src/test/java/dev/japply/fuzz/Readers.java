package dev.japply.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.japply.cluster.ClusterException;
import dev.japply.cluster.config.ClusterConfigResolver;
import dev.japply.cluster.config.ConnectionOptions;
import dev.japply.cluster.config.Environment;
import dev.japply.cluster.http.PlayedAnswer;
import dev.japply.golang.GoTemplate;
import dev.japply.golang.JsonPath;
import dev.japply.golang.JsonPathException;
import dev.japply.golang.Numbers;
import dev.japply.golang.TemplateException;
import dev.japply.input.ManifestReader;
import dev.japply.input.Source;
import dev.japply.kpt.Kptfile;
import dev.japply.kpt.Upstream;
import dev.japply.merge.MergeException;
import dev.japply.merge.MergeRequest;
import dev.japply.merge.ThreeWayMerge;
import dev.japply.object.KubeObject;
import dev.japply.object.LabelSelector;
import dev.japply.object.LastApplied;
import dev.japply.packages.PackageRules;
import dev.japply.packages.PackageVersions;
import dev.japply.plan.FieldReference;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.schema.OpenApiReader;
import dev.japply.schema.SchemaDocument;
import dev.japply.tree.GoJson;
import dev.japply.tree.Json;
import dev.japply.tree.JsonSyntaxException;
import dev.japply.tree.Value;
import dev.japply.tree.Value.MapValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The readers that are called as the commands call them, which make one line of what they throw.
final class Readers {
  /// Enough for every input, and little enough that one which grows is seen.
  private static final ByteLimit LIMIT = new ByteLimit(1 << 20);

  private static final MapValue OBJECT =
      (MapValue)
          Json.parse(
              """
              {"apiVersion":"apps/v1","kind":"Deployment",
               "metadata":{"name":"web","labels":{"a":"b"}},
               "spec":{"replicas":2,"template":{"spec":{"containers":[
                 {"name":"app","image":"app:1","ports":[{"containerPort":80}],
                  "env":[{"name":"A","value":"1"}]}]}}}}\
              """);

  private Readers() {}

  static void manifest(byte[] input) {
    var source = new Source("input.yaml", () -> new ByteArrayInputStream(input));
    for (KubeObject object : ManifestReader.read(List.of(source)).objects()) {
      LastApplied.encode(object.tree());
    }
  }

  static void json(byte[] input) {
    try {
      GoJson.write(Json.parse(input));
    } catch (JsonSyntaxException e) {
      // Said to the user by whoever reads.
    }
  }

  static void kptfile(byte[] input) {
    try {
      Kptfile file = Kptfile.parse("Kptfile", new String(input, UTF_8));
      file.lock();
      file.strategy();
      file.upstream();
    } catch (JapplyException e) {
      Lines.check(input, e);
    }
  }

  /// The three versions of a package stand in the input one after the other.
  static void packageFiles(byte[] input) {
    String[] texts = new String(input, UTF_8).split("\n====\n", -1);
    if (texts.length < 3) {
      return;
    }
    try {
      new PackageVersions(
              Map.of("a.yaml", texts[0]), Map.of("a.yaml", texts[1]), Map.of("a.yaml", texts[2]))
          .merge(PackageRules.DEFAULT);
    } catch (JapplyException e) {
      Lines.check(input, e);
    }
  }

  static void kubeconfig(byte[] input) throws IOException {
    Path file = Work.write("kubeconfig", input);
    try {
      ClusterConfigResolver.resolve(
          ConnectionOptions.of(file.toString()), Environment.of(Map.of("HOME", "/nonexistent")));
    } catch (JapplyException e) {
      Lines.check(input, e);
    } catch (ClusterException e) {
      Lines.check(input, String.valueOf(e.getMessage()));
    }
    Files.delete(file);
  }

  /// A schema of the server, and a merge by it.
  static void openApi(byte[] input) {
    Value document;
    try {
      document = Json.parse(input);
    } catch (JsonSyntaxException e) {
      return;
    }
    SchemaDocument schemas = new OpenApiReader().read(document);
    MapValue changed = OBJECT.with("spec", OBJECT.map("spec").with("replicas", Value.number(3)));
    try {
      ThreeWayMerge.explain(
          new MergeRequest(
              OBJECT,
              changed,
              OBJECT,
              schemas.object("apps", "v1", "Deployment").orElse(null),
              MergeRequest.Options.DEFAULT));
    } catch (MergeException e) {
      // Said to the user by the command.
    }
  }

  static void response(byte[] input) {
    try {
      json(PlayedAnswer.read(input, LIMIT).body());
    } catch (IOException e) {
      // Said to the user as what came of the request.
    }
  }

  static void template(byte[] input) {
    try {
      GoTemplate.parse(new String(input, UTF_8)).run(OBJECT, true);
    } catch (TemplateException e) {
      // Said to the user by the command.
    }
  }

  static void jsonPath(byte[] input) {
    try {
      JsonPath.parse(new String(input, UTF_8)).text(OBJECT, Numbers.AS_READ, true);
    } catch (JsonPathException e) {
      // Said to the user by the command.
    }
  }

  /// Field references, label selectors and addresses of packages.
  static void fields(byte[] input) {
    String text = new String(input, UTF_8);
    List<Runnable> readers =
        List.of(
            () -> FieldReference.parse(text).find(OBJECT),
            () -> LabelSelector.parse(text).matches(OBJECT),
            () -> Upstream.parse(text));
    for (Runnable reader : readers) {
      try {
        reader.run();
      } catch (JapplyException e) {
        Lines.check(input, e);
      } catch (IllegalArgumentException e) {
        Lines.check(input, String.valueOf(e.getMessage()));
      }
    }
  }
}
