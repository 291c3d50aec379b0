import Dispatch
import Foundation
import GalleryJobs
import GalleryServer
import Logging

/// What a server writes while it serves. No client waits for that, and a log that cannot be written does not
/// stop it.
enum ServerOutput {
  /// How long what still waits at the end may take.
  private static let farewell = DispatchTimeInterval.milliseconds(500)

  /// Standard error: what people read.
  static let log = LineWriter("log", write: Output.draw) { omitted in
    Output.say("\(lines(omitted)) left out here, because nobody read them in time.")
  }

  /// Standard output: what scripts read.
  static let results = LineWriter("results", write: Output.write) { omitted in
    log.add("\(lines(omitted)) left out on standard output, because nobody read them in time.")
  }

  /// Writes what waits, as far as it is read.
  static func finish() {
    let end = DispatchTime.now() + farewell
    results.finish(by: end)
    log.finish(by: end)
  }

  /// In which form the log is written from now on.
  static let format = Lock(LogFormat.text)

  /// Says something before there is anything to be served: at once, so that it stands before all that follows.
  static func warn(_ sentence: String) {
    let entry = LogEntry(level: "warning", message: sentence)
    Output.say(format.withLock { $0 } == .json ? Output.json(entry) : sentence)
  }

  /// Adds a line about a request.
  static func tell(of request: RequestLine) {
    log.add(
      format.withLock { $0 } == .json ? Output.json(LogEntry(request)) : LogEntry.message(of: request).plain
    )
  }

  /// What goes wrong in a server goes to its log.
  static var logger: Logger {
    var logger = Logger(label: "gallery") { _ in Handler() }
    logger.logLevel = .warning
    return logger
  }

  private static func lines(_ count: Int) -> String { count == 1 ? "1 line is" : "\(count) lines are" }

  private struct Handler: LogHandler {
    /// A number that Hummingbird gives each request. It is nowhere else, and would be kept for as long as an answer goes on.
    private static let othersNumber = "hb.request.id"

    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { if key != Self.othersNumber { metadata[key] = newValue } }
    }

    func log(event: LogEvent) {
      let metadata = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
      let message = "\(event.message)" + (event.error.map { ": \($0)" } ?? "")
      guard ServerOutput.format.withLock({ $0 }) == .text else {
        var entry = LogEntry(level: "\(event.level)", message: message)
        entry.id = RequestID.current
        entry.metadata = metadata.isEmpty ? nil : metadata
        return ServerOutput.log.add(Output.json(entry))
      }
      let facts = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
      ServerOutput.log.add("\(event.level): \(message)\(facts)".plain)
    }
  }
}
