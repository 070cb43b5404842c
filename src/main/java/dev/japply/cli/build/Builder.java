package dev.japply.cli.build;

import dev.japply.cancel.Cancellation;
import dev.japply.cli.build.BuildRequest.Fetching;
import dev.japply.cli.context.CommandContext;
import dev.japply.cli.context.Console;
import dev.japply.cli.context.FetchCache;
import dev.japply.kustomize.BuildOptions;
import dev.japply.kustomize.BuiltObjects;
import dev.japply.kustomize.Kustomization;
import dev.japply.kustomize.load.Remotes;
import dev.japply.kustomize.remote.FetchedRemotes;
import dev.japply.kustomize.remote.FetchedRemotes.Web;
import dev.japply.manifest.ManifestSources;
import dev.japply.pkg.git.Git;
import dev.japply.pkg.git.GitCache;
import dev.japply.problem.ByteLimit;
import java.net.http.HttpClient;
import java.nio.file.Path;

/// Builds kustomizations for commands.
public record Builder(CommandContext context, Cancellation cancellation) {

  /// The objects that are asked for.
  ///
  /// @throws dev.japply.problem.JapplyException when they cannot be built
  public BuiltObjects build(BuildRequest request) {
    var options =
        new BuildOptions(
            Path.of(""), request.restriction(), request.unmatched(), remotes(request.fetching()));
    return Kustomization.build(request.folder(), options);
  }

  private Remotes remotes(Fetching fetching) {
    Console console = context.console();
    var urls =
        new ManifestSources(
            Path.of(""),
            console.in(),
            HttpClient::newHttpClient,
            ManifestSources.PAUSE,
            fetching.timeout());
    ByteLimit limit = ByteLimit.parse(console.variable(ByteLimit.VARIABLE));
    return new FetchedRemotes(
        new Git(console.environment(), cancellation),
        () -> new GitCache(FetchCache.directory(console)),
        new Web(urls, limit, fetching.offline()),
        console::log);
  }
}
