package dev.japply.kustomize.load;

import dev.japply.problem.JapplyException;
import dev.japply.problem.MaskedUrl;
import dev.japply.problem.Origin;
import dev.japply.problem.Problem;

/// Where a build gets what is not on this machine.
public interface Remotes {
  /// Nothing is got from elsewhere.
  Remotes NONE =
      new Remotes() {
        @Override
        public FileTree repository(RepositoryAddress address, Origin place) {
          throw refused(address.written(), place);
        }

        @Override
        public Content file(String url, Origin place) {
          throw refused(url, place);
        }

        private static JapplyException refused(String address, Origin place) {
          String what = "'%s' is not on this machine".formatted(MaskedUrl.of(address));
          return new JapplyException(Problem.error(place, what, "copy it into a folder"));
        }
      };

  /// What a repository holds, which is the same object for the same commit.
  ///
  /// @param place who names it
  /// @throws JapplyException when it cannot be fetched
  FileTree repository(RepositoryAddress address, Origin place);

  /// What a URL of HTTP gives.
  ///
  /// @param place who names it
  /// @throws JapplyException when it gives nothing
  Content file(String url, Origin place);
}
