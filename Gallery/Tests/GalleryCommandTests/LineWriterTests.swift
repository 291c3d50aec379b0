import ErrandsTesting
import Foundation
import Testing

@testable import gallery

@Suite("Lines that a server writes", .timeLimit(.minutes(1)))
struct LineWriterTests {
  /// A reader who takes nothing until it is told to.
  private final class Reader: Sendable {
    let read = Events<String>()
    let omitted = Events<Int>()
    let isBlocked = Gate()
    private let resumed = DispatchSemaphore(value: 0)

    func take(_ lines: String) {
      isBlocked.open()
      resumed.wait()
      resumed.signal()
      read.record(lines)
    }

    func goOn() { resumed.signal() }

    /// A writer whose first line this has begun to take.
    func writer(of first: String) async throws -> LineWriter {
      let writer = LineWriter("test", write: take) { self.omitted.record($0) }
      writer.add(first)
      try await isBlocked.wait()
      return writer
    }
  }

  @Test("Are all written, in order, by the time that it has finished")
  func order() {
    let read = Events<String>()
    let writer = LineWriter("test", write: { read.record($0) }, tellOmitted: { _ in Issue.record("omitted") })
    for number in 0..<5000 { writer.add("\(number)") }
    writer.finish(by: .now() + .seconds(60))
    #expect(read.all.joined() == (0..<5000).map { "\($0)\n" }.joined())
  }

  /// A pipe that nobody read held up the event loops, and with them everybody whom the server served.
  @Test("Hold up nobody while nobody reads them, and are left out beyond a limit, which is said")
  func unread() async throws {
    let reader = Reader()
    let writer = try await reader.writer(of: "first")
    let line = String(repeating: "x", count: 1023)
    for _ in 0..<2000 { writer.add(line) }
    #expect(reader.read.all.isEmpty)
    reader.goOn()
    #expect(try await reader.omitted.event(1) == 2000 - 1024)
    writer.add("last")
    writer.finish(by: .now() + .seconds(60))
    #expect(reader.read.all.first == "first\n" && reader.read.all.last == "last\n")
    #expect(reader.read.all.joined().utf8.count == 6 + 1024 * 1024 + 5)
    #expect(reader.omitted.all.count == 1)
  }

  @Test("Are not waited for at the end where nobody reads them")
  func neverRead() async throws {
    let reader = Reader()
    let writer = try await reader.writer(of: "first")
    writer.finish(by: .now() + .milliseconds(20))
    #expect(reader.read.all.isEmpty)
    reader.goOn()
  }
}
