package dev.japply.kustomize.load;

import dev.japply.problem.JapplyException;
import dev.japply.problem.MaskedUrl;
import dev.japply.problem.Origin;

/// Fetches repositories and files that are not on this machine.
public interface RemoteLoader {
  /// Nothing is got from elsewhere.
  RemoteLoader NONE =
      new RemoteLoader() {
        @Override
        public FileSystem repository(RepositoryAddress address, Origin place) {
          throw refused(address.written(), place);
        }

        @Override
        public FileContent file(String url, Origin place) {
          throw refused(url, place);
        }

        private static JapplyException refused(String address, Origin place) {
          String what = "'%s' is not on this machine".formatted(MaskedUrl.of(address));
          return new JapplyException(place, what, "copy it into a directory");
        }
      };

  /// Returns the files of a repository; the same object for the same commit.
  ///
  /// @param place the position of the entry that names the repository
  /// @throws JapplyException if it cannot be fetched
  FileSystem repository(RepositoryAddress address, Origin place);

  /// Downloads the file at an HTTP URL.
  ///
  /// @param place the position of the entry that names the URL
  /// @throws JapplyException if the download fails
  FileContent file(String url, Origin place);
}
