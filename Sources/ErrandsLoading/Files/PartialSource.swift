import Foundation

/// What a partial file is a part of: a digest, so that no secret of an address lies on the disk.
struct PartialSource: Sendable, Hashable {
  /// SHA-256, hexadecimal.
  let digest: String

  /// The whole of an address, without its fragment, which is never sent.
  init(url: URL) {
    var text = url.absoluteString
    if let fragment = text.utf8.firstIndex(of: UInt8(ascii: "#")) { text = String(text[..<fragment]) }
    digest = Digest.hexadecimal(of: "url " + text)
  }

  /// A name of the caller's for the file, where its address changes with each request, as signed ones do.
  init(key: String) {
    digest = Digest.hexadecimal(of: "key " + key)
  }
}
