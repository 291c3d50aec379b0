import ErrandsTesting
import Logging
import Testing

@testable import GalleryServer

@Suite("The log of what is refused", .timeLimit(.minutes(1)))
struct RefusalLogTests {
  /// Notes what is said to whoever runs the server.
  private struct Said: LogHandler {
    let lines: Events<String>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.record("\(event.message)") }
  }

  private func log(said: Events<String>, _ onRequest: @escaping @Sendable (RequestLine) -> Void) -> RefusalLog
  {
    let logger = Logger(label: "test") { _ in Said(lines: said) }
    return RefusalLog(logger: logger, onRequest: onRequest)
  }

  @Test("Has a line for each, in order")
  func lines() async throws {
    let written = Events<RequestLine>()
    let log = log(said: Events()) { written.record($0) }
    for status in [400, 431, 503] { log.refused(status, after: .milliseconds(status)) }
    let writing = Task { await log.run() }
    _ = try await written.event(3)
    #expect(written.all.map(\.status) == [400, 431, 503])
    #expect(written.all.map(\.milliseconds) == [400, 431, 503])
    #expect(written.all.allSatisfy { $0.method == "-" && $0.path == "-" })
    writing.cancel()
    await writing.value
  }

  /// Whoever is refused can be back at once, and would fill the disk, or the memory where the disk is slow.
  @Test("Is never long, however many are refused, and says how many it leaves out")
  func flood() async throws {
    let (written, said) = (Events<RequestLine>(), Events<String>())
    let log = log(said: said) { written.record($0) }
    for _ in 0..<10_000 { log.refused(400, after: .zero) }
    let writing = Task { await log.run() }
    let omitted = 10_000 - RefusalLog.mostWaiting
    #expect(try await said.event(1).hasPrefix("\(omitted) refused requests have no line"))
    _ = try await written.event(RefusalLog.mostWaiting)
    #expect(said.all.count == 1)
    writing.cancel()
    await writing.value
  }

  @Test("Has a hundred lines a second at most")
  func pace() async throws {
    let written = Events<RequestLine>()
    let log = log(said: Events()) { written.record($0) }
    for _ in 0..<31 { log.refused(400, after: .zero) }
    let clock = ContinuousClock()
    let start = clock.now
    let writing = Task { await log.run() }
    _ = try await written.event(31)
    #expect(clock.now - start >= .milliseconds(300))
    writing.cancel()
    await writing.value
  }
}
