import Foundation

/// What has to be known of a partial file's bytes for the rest of them to be asked for. It lies beside the partial file.
struct PartialRecord: Sendable, Hashable {
  /// What the bytes are a part of.
  var source: PartialSource
  /// Strong: the rest is asked for on its condition (`If-Range`).
  var validator: Validator
  /// The length of the whole in bytes, where it is known.
  var total: Int64?
  /// The field of the first answer, as it was given.
  var lastModified: String?

  /// What an answer says of its whole body; nil where its rest could not be asked for, as it has no strong validator.
  init?(source: PartialSource, answer: FetchHead) {
    guard let validator = Validator(strong: answer.fields) else { return nil }
    self.source = source
    self.validator = validator
    total = answer.contentLength
    lastModified = answer.fields["Last-Modified"]
  }
}
