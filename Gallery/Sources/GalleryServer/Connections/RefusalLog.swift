import GalleryJobs
import Logging
import ServiceLifecycle

/// Writes the lines of what is refused before there is a request: heads that cannot be read or do not come in time, and
/// connections for which there is no place.
///
/// Whoever is refused so has paid nothing, and can be back at once. So nothing is written by the event loops, which a
/// log that is read slowly would hold up with all their connections; so many lines a second are written at most; and a
/// few wait for that. The others are counted, and the count is said.
final class RefusalLog: Service {
  /// How many lines wait at most. As many refusals in a moment have a line each.
  static let mostWaiting = 256
  /// The time that belongs to a line, of which there are so a hundred a second.
  private static let pace = Duration.milliseconds(10)

  private let lines: AsyncStream<RequestLine>
  private let waiting: AsyncStream<RequestLine>.Continuation
  private let omitted = Lock(0)
  private let logger: Logger
  private let onRequest: @Sendable (RequestLine) -> Void

  init(logger: Logger, onRequest: @escaping @Sendable (RequestLine) -> Void) {
    (lines, waiting) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    self.logger = logger
    self.onRequest = onRequest
  }

  /// Returns at once.
  ///
  /// - Parameter time: How long it took to see that it is refused.
  func refused(_ status: Int, after time: Duration) {
    let milliseconds = Int(time / .milliseconds(1))
    // What it has asked for is not known, or cannot be trusted to be what it seems.
    let line = RequestLine(method: "-", path: "-", status: status, milliseconds: milliseconds)
    if case .dropped = waiting.yield(line) { omitted.withLock { $0 += 1 } }
  }

  /// Writes until the server ends.
  func run() async {
    await cancelWhenGracefulShutdown { [self] in
      for await line in lines {
        onRequest(line)
        tellOmitted()
        try? await Task.sleep(for: Self.pace)
      }
    }
  }

  private func tellOmitted() {
    let count = omitted.withLock { count in
      defer { count = 0 }
      return count
    }
    if count > 0 {
      logger.warning("\(count) refused requests have no line, for too many came at once")
    }
  }
}
