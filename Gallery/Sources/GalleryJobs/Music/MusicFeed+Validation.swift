import Foundation

extension MusicFeed {
  /// The URL that `text` is, character for character.
  ///
  /// `URL(string:)` alone will not do: it takes nearly any text for a relative URL and percent-encodes the
  /// rest, so a typing error would come back as a puzzling answer of some server instead of an error.
  static func validated(_ text: String) throws(MusicFeedError) -> URL {
    guard !text.isEmpty else { throw .address(text, .empty) }
    if let scalar = text.unicodeScalars.first(where: { !(0x21...0x7E).contains($0.value) }) {
      throw .address(text, .forbidden(scalar))
    }
    guard let colon = text.firstRange(of: "://") else { throw .address(text, .noScheme) }
    let scheme = text[..<colon.lowerBound]
    guard ["http", "https"].contains(scheme.lowercased()) else {
      throw .address(text, .scheme(String(scheme)))
    }
    guard let url = URL(string: text, encodingInvalidCharacters: false) else {
      throw .address(text, .malformed)
    }
    guard let host = url.host(), !host.isEmpty else { throw .address(text, .noHost) }
    guard (1...65_535).contains(url.port ?? 80) else { throw .address(text, .port) }
    return url
  }
}
