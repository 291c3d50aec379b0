import ErrandsTesting
import Logging
import Testing

@testable import GalleryServer

@Suite("The log of what is refused")
struct RefusalBudgetTests {
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

  private let written = Events<RequestLine>()
  private let said = Events<String>()
  private let start = ContinuousClock.now

  private var log: RequestLog {
    let logger = Logger(label: "test") { [said] _ in Said(lines: said) }
    return RequestLog(logger: logger) { [written] in written.record($0) }
  }

  private func line(_ status: Int) -> RequestLine {
    RequestLine(method: "GET", path: "/", status: status, milliseconds: 0)
  }

  @Test("Has a line for each, in order")
  func lines() {
    let log = log
    for status in [400, 431, 503] { log.refused(status, after: .milliseconds(status)) }
    #expect(written.all.map(\.status) == [400, 431, 503])
    #expect(written.all.map(\.milliseconds) == [400, 431, 503])
    #expect(written.all.allSatisfy { $0.method == "-" && $0.path == "-" })
    #expect(said.all.isEmpty)
  }

  /// Requests for another host had a line each, however many they were, and filled the disk.
  @Test("Has a hundred lines a second at most, and says how many it leaves out", arguments: [400, 421, 503])
  func flood(_ status: Int) {
    let log = log
    for count in 0..<10_000 { log.tell(line(status), at: start + .microseconds(count)) }
    #expect(written.all.count == 100)
    #expect(said.all.isEmpty)
    log.tell(line(status), at: start + .seconds(1))
    #expect(written.all.count == 101)
    #expect(said.all == ["9900 refused requests have no line, for too many came at once"])
    for count in 0..<200 { log.tell(line(status), at: start + .milliseconds(1001 + count)) }
    #expect(written.all.count == 200)
    log.tell(line(200), at: start + .seconds(5))
    #expect(said.all.last == "101 refused requests have no line, for too many came at once")
    log.tell(line(200), at: start + .seconds(9))
    #expect(said.all.count == 2)
  }

  @Test("Leaves out nothing of what was answered, or tried", arguments: [200, 304, 499, 500, 502, 504])
  func answered(_ status: Int) {
    let log = log
    for _ in 0..<1000 { log.tell(line(421), at: start) }
    for _ in 0..<1000 { log.tell(line(status), at: start) }
    #expect(written.all.count { $0.status == status } == 1000)
  }
}
