import Foundation

/// What has to be known of a partial file's bytes for the rest of them to be asked for. It lies beside the partial
/// file.
struct PartialRecord: Sendable, Hashable {
  /// What the bytes are a part of.
  let source: FileSource
  /// Strong: the rest is asked for on its condition (`If-Range`).
  let validator: Validator
  /// The length of the whole in bytes, where it is known.
  let total: Int64?
  /// The field of the first answer, as it was given.
  let lastModified: String?
  /// The same: what the file is called.
  let contentDisposition: String?

  /// What an answer says of its whole body; nil where the rest could not be asked for, as it has no strong validator,
  /// or as its bytes are not those that are kept.
  init?(source: FileSource, answer: FetchHead) {
    guard let validator = answer.resumableValidator else { return nil }
    self.source = source
    self.validator = validator
    total = answer.contentLength
    lastModified = answer.fields["Last-Modified"]
    contentDisposition = answer.fields["Content-Disposition"]
  }
}

extension PartialRecord {
  /// Of the form in which it is stored. A record of another form is none, and the download begins anew.
  private static let version = 1

  private struct Stored: Codable {
    var version: Int
    var source: String
    var validator: String
    var total: Int64?
    var lastModified: String?
    var contentDisposition: String?
  }

  /// What is stored: JSON.
  var encoded: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(
        Stored(
          version: Self.version,
          source: source.digest,
          validator: validator.text,
          total: total,
          lastModified: lastModified,
          contentDisposition: contentDisposition
        )
      )
    }
  }

  /// - Returns: Nil for whatever is no record: a damaged one, one of another version.
  init?(_ data: Data) {
    guard let stored = try? JSONDecoder().decode(Stored.self, from: data), stored.version == Self.version,
      stored.total ?? 0 >= 0, let validator = Validator(stored: stored.validator)
    else { return nil }
    source = FileSource(digest: stored.source)
    self.validator = validator
    total = stored.total
    lastModified = stored.lastModified
    contentDisposition = stored.contentDisposition
  }
}

extension Validator {
  /// A strong one, from its ``text``.
  fileprivate init?(stored text: String) {
    if let tag = EntityTag(text) {
      guard !tag.isWeak else { return nil }
      self = .entityTag(tag)
    } else if let date = HTTPDate(text) {
      self = .lastModified(date)
    } else {
      return nil
    }
  }
}
