package dev.japply.input;

import dev.japply.input.ManifestSources.KustomizationPolicy;
import dev.japply.kpt.Kptfile.UpstreamLock;
import dev.japply.kpt.Upstream;
import dev.japply.kpt.git.CommitTree;
import dev.japply.kpt.git.CommitTree.CommitEntry;
import dev.japply.kpt.git.Git;
import dev.japply.kpt.git.GitCache;
import dev.japply.kpt.git.GitRepository;
import dev.japply.kustomize.load.FileContent;
import dev.japply.kustomize.load.FileSystem;
import dev.japply.kustomize.load.RemoteLoader;
import dev.japply.kustomize.load.RepositoryAddress;
import dev.japply.problem.ByteLimit;
import dev.japply.problem.JapplyException;
import dev.japply.problem.MaskedUrl;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Fetches repositories by the user's git, and files by HTTP, for one build or several at a time.
public final class FetchedRemotes implements RemoteLoader {
  private final Git git;
  private final Supplier<GitCache> cache;
  private final Web web;
  private final Consumer<String> notices;
  private final Map<String, FileSystem> trees = new HashMap<>();
  private final Map<RepositoryAddress, String> resolved = new HashMap<>();

  /// Options for HTTP requests.
  ///
  /// @param limit maximum number of bytes of each
  /// @param offline whether nothing is fetched: neither by HTTP nor by git
  public record Web(ManifestSources urls, ByteLimit limit, boolean offline) {}

  /// @param git the user's
  /// @param cache repositories of earlier runs
  /// @param notices receives a line for each fetch
  public FetchedRemotes(Git git, Supplier<GitCache> cache, Web web, Consumer<String> notices) {
    this.git = git;
    this.cache = cache;
    this.web = web;
    this.notices = notices;
  }

  @Override
  public synchronized FileSystem repository(RepositoryAddress address, Origin place) {
    try {
      var repository =
          new GitRepository(
              git.within(address.query().timeout()), cache.get(), address.repository());
      UpstreamLock lock = lock(repository, address, place);
      String key = address.repository() + " " + lock.commit() + address.query().submodules();
      FileSystem known = trees.get(key);
      if (known == null) {
        known = new SharedFiles(tree(repository, address, lock, place));
        trees.put(key, known);
      }
      return known;
    } catch (JapplyException e) {
      throw located(e, place);
    }
  }

  /// Returns the commit of an address, which is the same for the whole build.
  private UpstreamLock lock(GitRepository repository, RepositoryAddress address, Origin place) {
    var wanted = new Upstream(address.repository(), "/", address.query().ref());
    String before = resolved.get(address);
    if (before != null) {
      return new UpstreamLock(wanted, before);
    }
    boolean kept = repository.keeps(wanted.ref());
    if (web.offline() && !kept) {
      throw new JapplyException(
          place,
          "'%s' is not fetched with --offline".formatted(MaskedUrl.of(address.written())),
          "name a commit in ?ref= that was fetched before, or leave --offline out");
    }
    if (!kept) {
      String version = wanted.ref().isEmpty() ? "" : " at " + wanted.ref();
      notices.accept("Fetching " + MaskedUrl.of(address.repository()) + version);
    }
    UpstreamLock lock = repository.resolve(wanted);
    resolved.put(address, lock.commit());
    return lock;
  }

  private RepositoryTree tree(
      GitRepository repository, RepositoryAddress address, UpstreamLock lock, Origin place) {
    String shown = MaskedUrl.of(address.repository()) + "//";
    String ref = address.query().ref().isEmpty() ? "" : "?ref=" + address.query().ref();
    var modules = new Submodules(repository, address, place);
    CommitTree commit = repository.tree(lock);
    modules.addresses.put(commit, address.repository());
    return new RepositoryTree(commit, path -> shown + relative(path) + ref, modules);
  }

  private static String relative(Path path) {
    return path.isAbsolute() ? Path.of("/").relativize(path).toString() : path.toString();
  }

  /// The submodules of a repository, each fetched from the address in the commit.
  private final class Submodules implements RepositoryTree.Modules {
    private final GitRepository repository;
    private final RepositoryAddress address;
    private final Origin place;
    private final Map<CommitTree, String> addresses = new HashMap<>();

    Submodules(GitRepository repository, RepositoryAddress address, Origin place) {
      this.repository = repository;
      this.address = address;
      this.place = place;
    }

    @Override
    public CommitTree fetch(CommitTree within, String path, CommitEntry.Module module) {
      String written = within.module(path).orElse("");
      if (!address.query().submodules() || written.isEmpty()) {
        throw failure("the submodule %s is not fetched".formatted(path), "");
      }
      String from = RelativeAddress.of(addresses.getOrDefault(within, ""), written);
      GitRepository other = repository.named(from);
      if (web.offline() && !other.keeps(module.commit())) {
        throw failure(
            "the submodule %s is not fetched with --offline".formatted(path),
            "leave --offline out");
      }
      notices.accept("Fetching " + MaskedUrl.of(from) + " for the submodule " + path);
      var lock = new UpstreamLock(new Upstream(from, "/", module.commit()), module.commit());
      CommitTree fetched = other.tree(lock);
      addresses.put(fetched, from);
      return fetched;
    }

    private JapplyException failure(String what, String hint) {
      return new JapplyException(place, what, hint);
    }
  }

  @Override
  public synchronized FileContent file(String url, Origin place) {
    String shown = MaskedUrl.of(url);
    if (web.offline()) {
      throw new JapplyException(
          place,
          "'%s' is not read with --offline".formatted(shown),
          "copy it into the directory, or leave --offline out");
    }
    notices.accept("Fetching " + shown);
    try {
      List<Source> sources = web.urls().expand(List.of(url), false, KustomizationPolicy.READ);
      try (InputStream stream = sources.getFirst().content().open()) {
        return FileContent.of(shown, web.limit().read(stream));
      }
    } catch (IOException e) {
      throw new JapplyException(
          Problem.error(
              place, "'%s' cannot be read: %s".formatted(shown, e.getMessage()), "correct the URL"),
          e);
    } catch (JapplyException e) {
      throw located(e, place);
    }
  }

  private static JapplyException located(JapplyException failure, Origin place) {
    List<Problem> problems = failure.problems().stream().map(problem -> problem.at(place)).toList();
    return new JapplyException(problems);
  }

  /// The addresses of submodules, which may be relative to the address of their repository.
  static final class RelativeAddress {
    private RelativeAddress() {}

    /// `address` as seen from the repository at `base`, as `git submodule` reads it.
    static String of(String base, String address) {
      if (!address.startsWith("./") && !address.startsWith("../")) {
        return address;
      }
      String from = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
      String rest = address;
      while (rest.startsWith("./") || rest.startsWith("../")) {
        if (rest.startsWith("../")) {
          int end = Math.max(from.lastIndexOf('/'), from.lastIndexOf(':'));
          boolean colon = end >= 0 && from.charAt(end) == ':';
          from = from.substring(0, Math.max(0, end + (colon ? 1 : 0)));
        }
        rest = rest.substring(rest.indexOf('/') + 1);
      }
      return from.endsWith(":") ? from + rest : from + "/" + rest;
    }
  }
}
