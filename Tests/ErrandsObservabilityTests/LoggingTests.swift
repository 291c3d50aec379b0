import Errands
import ErrandsObservability
import ErrandsTesting
import Logging
import Testing

@Suite("The trace in the log")
struct LoggingTests {
  private let book = LogBook()

  /// The lines of the runs that this test made; others may be under way.
  private func lines(of story: Story) -> [LogBook.Line] {
    book.lines.all.filter { $0["run"] == story.run.description }
  }

  @Test("is one line for each run that settles, with all that one asks of it")
  func settled() throws {
    let logging = Trace.observe(loggingTo: book.logger)
    let story = Story("load chart")
    story.tell(.made(parent: nil), .queued, .started, .progress(.init(completed: 1, total: 2)))
    #expect(lines(of: story).isEmpty)
    story.tell(.settled(.succeeded), .delivered)
    let lines = lines(of: story)
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    #expect(line.message == "run settled")
    #expect(line.level == .debug)
    #expect(line["name"] == "load chart")
    #expect(line["outcome"] == "succeeded")
    #expect(line["error"] == nil)
    let duration = try #require(line["duration_ms"].flatMap(Double.init))
    #expect(duration >= 0 && duration < 60_000)
    logging.cancel()
  }

  @Test("says why a run failed, and that one was cancelled")
  func outcomes() {
    let logging = Trace.observe(loggingTo: book.logger)
    let failed = Story("failed")
    failed.tell(.started, .settled(.failed(Refusal())))
    let cancelled = Story("cancelled")
    cancelled.tell(.started, .settled(.cancelled))
    #expect(lines(of: failed).map(\.level) == [.info])
    #expect(lines(of: failed).first?["error"] == "The door is \"closed\".")
    #expect(lines(of: cancelled).map(\.level) == [.debug])
    #expect(lines(of: cancelled).first?["outcome"] == "cancelled")
    #expect(lines(of: cancelled).first?["error"] == nil)
    logging.cancel()
  }

  @Test("warns of a callback that was dropped, and of one that was called twice", .timeLimit(.minutes(1)))
  func misuse() async throws {
    let logging = Trace.observe(loggingTo: book.logger)
    let dropped = Errand<Int>.fromCallback("dropped", fileID: "Shop/Cart.swift", line: 7) { _ in }.run()
    let twice = Errand<Int>.fromCallback("twice") { callback in
      callback.succeed(1)
      callback.fail(Refusal())
    }.run()
    let warnings = book.lines.all.filter { $0.level == .warning }
    let origin = warnings.first { $0["run"] == dropped.id.description }
    #expect(origin?.message == "callback dropped without being called")
    #expect(origin?["origin"] == "Shop/Cart.swift:7")
    let late = warnings.first { $0["run"] == twice.id.description }
    #expect(late?.message == "run settled again")
    #expect(late?["outcome"] == "failed")
    logging.cancel()
  }

  // Each run that was cancelled, or did not end in time, made a warning of a mistake in the code.
  @Test("says nothing of work that answers when it has been stopped", .timeLimit(.minutes(1)))
  func stopped() async throws {
    let logging = Trace.observe(loggingTo: book.logger)
    let late = Events<RunID>()
    let watching = Trace.observe { event in
      if case .lateSettlement = event.kind { late.record(event.run) }
    }
    let callback = Kept<Callback<Int>>()
    let deaf = Errand<Int>.fromCallback("deaf") { callback.set($0) }.run()
    deaf.stop(with: TimeoutError())
    callback.take()?.succeed(1)
    let waiting = Errand("waiting") { try await Gate().wait() }.run()
    waiting.cancel()
    _ = try await late.first { $0 == waiting.id }
    let runs = [deaf.id, waiting.id]
    #expect(Set(late.all).isSuperset(of: runs))
    let lines = book.lines.all.filter { line in runs.contains { line["run"] == $0.description } }
    #expect(lines.map(\.message) == ["run settled", "run settled"])
    for observation in [logging, watching] { observation.cancel() }
  }

  @Test("is as loud as it is asked to be, or silent")
  func levels() {
    let levels = TraceLogLevels(succeeded: nil, failed: .critical, cancelled: .notice, misuse: nil)
    let logging = Trace.observe(loggingTo: book.logger, levels: levels)
    let story = Story("levels")
    story.tell(.started, .settled(.succeeded), .lateSettlement(.succeeded), .abandoned(SourceLocation()))
    #expect(lines(of: story).isEmpty)
    let failed = Story("loud")
    failed.tell(.started, .settled(.failed(Refusal())))
    #expect(lines(of: failed).map(\.level) == [.critical])
    let cancelled = Story("middling")
    cancelled.tell(.started, .settled(.cancelled))
    #expect(lines(of: cancelled).map(\.level) == [.notice])
    logging.cancel()
  }

  // Each failure was put into words, for a line that was thrown away.
  @Test("puts no error into words where nobody reads the line")
  func quiet() {
    var logger = book.logger
    logger.logLevel = .critical
    let quiet = Trace.observe(loggingTo: logger)
    let silent = Trace.observe(loggingTo: book.logger, levels: TraceLogLevels(failed: nil, misuse: nil))
    let described = Events<Int>()
    let ending = TraceEvent.Ending.failed(Wordy(described: described))
    Story("quiet").tell(.started, .settled(ending), .lateSettlement(ending))
    #expect(described.count == 0)
    for logging in [quiet, silent] { logging.cancel() }
  }

  private struct Wordy: Error, CustomStringConvertible {
    let described: Events<Int>

    var description: String {
      described.record(1)
      return "words"
    }
  }

  @Test("does not guess how long a run took that began before it")
  func unknownBeginning() {
    let story = Story("earlier")
    story.tell(.started)
    let logging = Trace.observe(loggingTo: book.logger)
    story.tell(.settled(.succeeded))
    #expect(lines(of: story).count == 1)
    #expect(lines(of: story).first?["duration_ms"] == nil)
    logging.cancel()
  }

  @Test("ends with its observation")
  func ends() {
    let logging = Trace.observe(loggingTo: book.logger)
    logging.cancel()
    let story = Story("afterwards")
    story.tell(.started, .settled(.succeeded))
    #expect(book.lines.all.isEmpty)
  }
}
