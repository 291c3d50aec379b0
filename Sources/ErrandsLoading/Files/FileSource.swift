import Foundation

/// What the bytes of a file are fetched from, as a digest: no secret of an address lies on the disk.
struct FileSource: Sendable, Hashable {
  /// SHA-256, hexadecimal.
  let digest: String

  /// The whole of an address, without its fragment, which is never sent.
  init(url: URL) {
    digest = Digest.hexadecimal(of: "url " + url.absoluteString.prefix { $0 != "#" })
  }

  /// A name of the caller's for the file, where its address changes with each request, as signed ones do.
  init(key: String) {
    digest = Digest.hexadecimal(of: "key " + key)
  }

  /// As it was stored.
  init(digest: String) {
    self.digest = digest
  }
}
