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

  /// What a request asks for: who is asked for as whom, and what for. What belongs to one user, or is in one language, is never
  /// gone on with as another's, whatever its server calls the two.
  init(of request: FetchRequest) {
    let accepted =
      request.key == nil ? request.fields.all.filter { $0.name.lowercased().hasPrefix("accept") } : []
    digest = Digest.hexadecimal(
      of: accepted.reduce(request.cacheKey) { "\($0)\n\($1.name.lowercased()): \($1.value)" }
    )
  }

  /// As it was stored.
  init(digest: String) {
    self.digest = digest
  }
}
