import Foundation
import Testing

/// An answer as it stands on the wire, for what clients do by themselves: follow redirects, and keep cookies.
struct RawAnswer {
  let status: Int
  let body: String
  private let lines: [Substring]

  init(_ exchange: (status: Int, text: String)) {
    status = exchange.status
    let parts = exchange.text.components(separatedBy: "\r\n\r\n")
    lines = Substring(parts[0]).split(separator: "\r\n").dropFirst() + []
    body = parts.dropFirst().joined(separator: "\r\n\r\n")
  }

  /// The values of a field, in order.
  func values(of name: String) -> [String] {
    lines.filter { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }

  var location: String? { values(of: "Location").first }

  /// What a browser would send along from now on: name and value of each cookie that is not taken away.
  var cookie: String {
    values(of: "Set-Cookie").filter { !$0.contains("Max-Age=0") }
      .compactMap { $0.split(separator: ";").first.map(String.init) }.joined(separator: "; ")
  }
}

extension RunningGallery {
  /// - Parameters:
  ///   - line: Such as `GET /`.
  ///   - fields: Such as `Cookie: a=b`.
  func ask(_ line: String, _ fields: String..., body: String? = nil) async throws -> RawAnswer {
    let own = ["Host: localhost", "Connection: close"]
    let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
    let head = ["\(line) HTTP/1.1"] + own + length + fields.filter { !$0.isEmpty }
    return RawAnswer(try await exchange(head.joined(separator: "\n") + "\n\n" + (body ?? "")))
  }

  static let json = "Content-Type: application/json"
  static let form = "Content-Type: application/x-www-form-urlencoded"

  /// Begins a session as a program does.
  func login(_ words: String, _ fields: String..., at path: String = "/login") async throws -> RawAnswer {
    let body = String(decoding: try JSONEncoder().encode(["password": words]), as: UTF8.self)
    return try await ask("POST \(path)", Self.json, fields.joined(separator: "\n"), body: body)
  }
}
