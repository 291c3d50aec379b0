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
    for part in parts(of: field).dropFirst() {
      guard let equals = part.unicodeScalars.firstIndex(of: "=") else { continue }
      let name = part[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
      let value = part[part.unicodeScalars.index(after: equals)...].trimmingCharacters(in: .whitespaces)
      if parameters[name] == nil { parameters[name] = unquoted(value) }
    }
    return parameters
  }

  /// Between semicolons, of which those in quotes are none. By scalars, as everything here: a quote before an accent is one
  /// character with it, and still a quote.
  private static func parts(of field: String) -> [String] {
    var parts = [String.UnicodeScalarView()]
    var isQuoted = false
    var isEscaped = false
    for scalar in field.unicodeScalars {
      if scalar == ";", !isQuoted {
        parts.append(String.UnicodeScalarView())
        continue
      }
      parts[parts.count - 1].append(scalar)
      if scalar == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = scalar == "\\" && isQuoted && !isEscaped
    }
    return parts.map { String($0) }
  }

  /// A backslash in quotes stands for the character after it (RFC 9110, section 5.6.4).
  private static func unquoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count >= 2, scalars.first == "\"", scalars.last == "\"" else { return text }
    var plain = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in scalars.dropFirst().dropLast() {
      isEscaped = scalar == "\\" && !isEscaped
      if !isEscaped { plain.append(scalar) }
    }
    return String(plain)
  }

  /// `UTF-8'en'na%C3%AFve.jpg` (RFC 8187). Nothing in another encoding.
  private static func decodedExtended(_ text: String) -> String? {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return parts[2].removingPercentEncoding
  }
}
