import Foundation

/// Reads a `Content-Disposition` field (RFC 6266).
public enum ContentDisposition {
  /// The name of the file in it, as the server gives it, and so not to be trusted. The extended form `filename*`,
  /// which can say any character, counts before the plain one.
  public static func fileName(in field: String) -> String? {
    let parameters = parameters(of: field)
    return parameters["filename*"].flatMap(decodedExtended) ?? parameters["filename"]
  }

  /// `attachment; filename="a;b.jpg"; filename*=UTF-8''a%3Bb.jpg`; names in lower case, the first of each counts.
  private static func parameters(of field: String) -> [String: String] {
    var parameters: [String: String] = [:]
    for part in FieldList.split(field, at: UInt8(ascii: ";")).dropFirst() {
      let (name, value) = FieldList.parameter(part)
      if parameters[name] == nil { parameters[name] = value }
    }
    return parameters
  }

  /// `UTF-8'en'na%C3%AFve.jpg` (RFC 8187). Nothing in another encoding.
  private static func decodedExtended(_ text: String) -> String? {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return parts[2].removingPercentEncoding.flatMap { $0.isEmpty ? nil : $0 }
  }
}
