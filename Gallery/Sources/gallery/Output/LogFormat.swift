import ArgumentParser
import Foundation
import GalleryServer

/// In which form a server's log is written.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
  /// Lines for people.
  case text
  /// One object a line, for programs that gather logs.
  case json
}

/// A line of a log in JSON. What there is not is left out.
struct LogEntry: Encodable, Equatable {
  /// ISO 8601, with milliseconds.
  let time: String
  /// As swift-log calls it.
  let level: String
  let message: String
  var id: String?
  var method: String?
  var path: String?
  var status: Int?
  var milliseconds: Int?
  var metadata: [String: String]?

  init(level: String, message: String, at time: Date = Date()) {
    self.time = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    self.level = level
    self.message = message
  }

  init(_ request: RequestLine, at time: Date = Date()) {
    self.init(
      level: request.status >= 500 ? "warning" : "info",
      message: Self.message(of: request),
      at: time
    )
    (id, method, path) = (request.id, request.method, request.path)
    (status, milliseconds) = (request.status, request.milliseconds)
  }

  /// What people read of a request.
  static func message(of request: RequestLine) -> String {
    "\(request.method) \(request.path) \(request.status) \(request.milliseconds) ms"
  }
}
