import ErrandsTesting
import Logging

/// A log handler that keeps its lines.
struct LogBook: LogHandler {
  struct Line: Sendable {
    let level: Logger.Level
    let message: String
    let metadata: Logger.Metadata

    subscript(key: String) -> String? { metadata[key]?.description }
  }

  let lines = Events<Line>()
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  var logger: Logger { Logger(label: "test") { _ in self } }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let metadata = metadata.merging(event.metadata ?? [:]) { _, new in new }
    lines.record(Line(level: event.level, message: event.message.description, metadata: metadata))
  }
}
