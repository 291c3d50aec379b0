import Foundation

/// A form with fields and files, as a body (RFC 7578).
///
/// ```swift
/// var form = MultipartForm()
/// form.append("title", "Sunset")
/// try form.append("photo", file: "sunset.jpg", contentType: "image/jpeg")
/// request.body = form.body
/// ```
public struct MultipartForm: Sendable {
  private struct Part: Sendable {
    let head: Data
    let content: RequestBody
  }

  /// What separates the parts; in none of them, as it is random.
  private let boundary = "errands-" + UUID().uuidString
  private var parts: [Part] = []

  /// A form without parts.
  public init() {}

  /// Adds a field.
  public mutating func append(_ name: String, _ value: String) {
    append(name, fileName: nil, .bytes(Data(value.utf8), contentType: nil))
  }

  /// Adds a file, read while the form is sent.
  ///
  /// - Parameter fileName: As the server is told; by default the last part of the path.
  /// - Throws: ``FileFailure/unreadable(_:reason:)``.
  public mutating func append(
    _ name: String,
    file path: String,
    fileName: String? = nil,
    contentType: String = "application/octet-stream"
  ) throws(FileFailure) {
    let content = try RequestBody.file(path, contentType: contentType)
    append(name, fileName: fileName ?? (path as NSString).lastPathComponent, content)
  }

  /// Adds a body as a file of the form.
  public mutating func append(_ name: String, fileName: String?, _ content: RequestBody) {
    var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(name))\""
    if let fileName { head += "; filename=\"\(Self.quoted(fileName))\"" }
    if let type = content.contentType { head += "\r\nContent-Type: \(Self.line(type))" }
    parts.append(Part(head: Data((head + "\r\n\r\n").utf8), content: content))
  }

  /// The form as it is now.
  public var body: RequestBody {
    let (parts, end) = (parts, Data("--\(boundary)--\r\n".utf8))
    let lengths = parts.map { part in part.content.length.map { Int64(part.head.count) + $0 + 2 } }
    let length = lengths.reduce(Int64?.some(Int64(end.count))) { sum, length in
      guard let sum, let length else { return nil }
      return sum + length
    }
    return RequestBody(
      .chunks(RequestBody.ChunkMaker { Self.chunks(parts, end) }),
      length: length,
      contentType: "multipart/form-data; boundary=\(boundary)",
      isRepeatable: parts.allSatisfy(\.content.isRepeatable)
    )
  }

  private static func chunks(_ parts: [Part], _ end: Data) -> TransportBody {
    TransportBody {
      var rest = parts[...]
      var content: TransportBody.Iterator?
      var isEnded = false
      return {
        if let chunk = try await content?.next() { return chunk }
        let isBehindPart = content != nil
        content = nil
        let separator = isBehindPart ? Data("\r\n".utf8) : Data()
        if let part = rest.popFirst() {
          content = part.content.makeChunks().makeAsyncIterator()
          return separator + part.head
        }
        guard !isEnded else { return nil }
        isEnded = true
        return separator + end
      }
    }
  }

  /// As forms in browsers do it: quotation marks and line ends as percent-encoded bytes (RFC 7578, section 4.2, and WHATWG's
  /// HTML, "multipart/form-data encoding algorithm"). Each by itself: with an accent behind it, a quotation mark is another character.
  private static func quoted(_ text: String) -> String {
    var quoted = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted.append(contentsOf: "%22".unicodeScalars)
      case "\r": quoted.append(contentsOf: "%0D".unicodeScalars)
      case "\n": quoted.append(contentsOf: "%0A".unicodeScalars)
      default: quoted.append(scalar)
      }
    }
    return String(quoted)
  }

  private static func line(_ text: String) -> String { text.filter { !$0.isNewline } }
}
