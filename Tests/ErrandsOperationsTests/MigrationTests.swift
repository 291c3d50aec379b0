import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation
import Testing

/// The code of the documentation, line by line.
@Suite("The snippets of the documentation of operations", .timeLimit(.minutes(1)))
struct MigrationTests {
  /// Older code: calls back once it is told to, unless it is cancelled.
  final class LegacySession: Sendable {
    typealias Completion = @Sendable (Data?, (any Error)?) -> Void

    let loads = Events<Completion>()
    let cancellations = Events<URL>()

    func load(_ url: URL, _ completion: @escaping Completion) { loads.record(completion) }

    func cancel(_ url: URL) { cancellations.record(url) }

    /// Calls back.
    func answer() async throws { try await loads.event(1)(Data([1, 2, 3]), nil) }
  }

  final class Download: AsyncOperation<Data>, @unchecked Sendable {
    // Sendable: what is stored does not change.
    private let session: LegacySession
    private let url: URL

    init(_ session: LegacySession, _ url: URL, in scope: Scope? = nil) {
      self.session = session
      self.url = url
      super.init(in: scope)
    }

    override func run(_ callback: Callback<Data>) {
      session.load(url) { data, error in callback(data, error) }
    }

    override func stop() { session.cancel(url) }
  }

  private final class Filter: AsyncOperation<Int>, @unchecked Sendable {
    // Sendable: the input is set before the work begins, on the thread that begins it.
    var input = Data()

    override func run(_ callback: Callback<Int>) { callback.succeed(input.count) }
  }

  private final class LegacyOperation: Operation, @unchecked Sendable {
    // Sendable: adds nothing.
  }

  @MainActor
  private final class Table {
    nonisolated let reloads = Events<Void>()

    func reload() { reloads.record(()) }
  }

  private struct Account: Sendable {
    func check() async throws {}
  }

  private struct Index: Sendable {
    let words: Events<String>

    func write() throws { words.record("written") }
    func flush() throws { words.record("flushed") }
  }

  @MainActor
  private final class Screen: Sendable {
    var shown: Int?

    func show(_ outcome: Result<Data, any Error>) { shown = try? outcome.get().count }
  }

  private let session = LegacySession()
  private let url = URL(filePath: "/covers/1.jpg")
  private let account = Account()
  private let fetchCover = Errand { "cover" }

  private func sepia(_ cover: String) -> Errand<String> { Errand { "sepia \(cover)" } }
  private func load(_ url: URL) async throws -> String { url.lastPathComponent }

  @Test("The overview")
  func overview() async throws {
    let queue = AsyncOperationQueue()
    let download = ErrandOperation(fetchCover)
    let filter = ErrandOperation(after: download) { cover in sepia(cover) }
    queue.addOperations([download, filter])
    let picture = try await filter.value
    #expect(picture == "sepia cover")
  }

  @Test("A subclass, its end and its cancellation")
  func subclass() async throws {
    let download = Download(session, url)
    download.start()
    try await session.answer()
    #expect(try await download.value.count == 3)

    let scope = Scope()
    do {
      let download = Download(session, url, in: scope)
      download.start()
    }
    scope.cancel()
    #expect(session.cancellations.all == [url])
  }

  @Test("What can be written now")
  func now() async throws {
    let queue = OperationQueue()
    let operation = ErrandOperation { try await load(url) }
    queue.enqueue(operation)
    let data = try await operation.value
    #expect(data == "1.jpg")

    let download = Download(session, url)
    download.timeout(after: .seconds(30))
    download.addCondition("signed in") { try await account.check() }
    download.addMutualExclusion("alert")
    do {
      let filter = ErrandOperation(after: download) { data in data.count }
      #expect(filter.dependencies == [download])
    }
    let filter = Filter()
    filter.injectResult(from: download) { filter, data in filter.input = data }
    queue.enqueue([filter, download])
    try await session.answer()
    #expect(try await filter.value == 3)
  }

  @Test("An owner who is told")
  @MainActor
  func owner() async throws {
    let (screen, operation, shown) = (Screen(), Download(session, url), Gate())
    operation.whenSettled(for: screen) { screen, outcome in screen.show(outcome) }
    operation.whenSettled { _ in shown.open() }
    operation.start()
    try await session.answer()
    try await shown.wait()
    #expect(screen.shown == 3)
  }

  @Test("Results")
  func results() async throws {
    let download = Download(session, url)
    let cleanup = ErrandOperation { "clean" }

    let width = ErrandOperation(after: download) { data in data.count }
    let both = ErrandOperation(after: download, width) { data, width in "\(data.count) \(width)" }
    let report = ErrandOperation(after: download, whenItFails: .run) { outcome in "\(outcome)" }
    cleanup.addDependency(download, whenItFails: .run)

    OperationQueue().enqueue([download, width, both, report, cleanup])
    try await session.answer()
    #expect(try await both.value == "3 3")
    #expect(try await report.value.contains("success"))
    #expect(try await cleanup.value == "clean")
  }

  @Test("A queue of this module's")
  func queue() async throws {
    let index = Index(words: Events())
    let download = ErrandOperation(fetchCover)
    let filter = ErrandOperation(after: download) { cover in sepia(cover) }

    let queue = AsyncOperationQueue("covers", maxConcurrentOperationCount: 4)
    queue.addOperations([filter, download])
    queue.addOperation { try index.write() }
    queue.addOperation(LegacyOperation())
    queue.addBarrierBlock { try index.flush() }
    queue.isSuspended = true
    queue.isSuspended = false
    let fraction = queue.progress.fractionCompleted
    try await queue.settled()
    queue.cancelAllOperations()

    #expect(fraction <= 1 && queue.progress.fractionCompleted == 1)
    #expect(index.words.all == ["written", "flushed"])
    #expect(try await filter.value == "sepia cover")
  }

  @Test("Batches, the main queue, the current one and the one below")
  @MainActor
  func surfaces() async throws {
    let table = Table()
    let queue = AsyncOperationQueue("covers", maxConcurrentOperationCount: 1)
    let download = ErrandOperation(fetchCover)

    queue.underlyingQueue = DispatchQueue(label: "covers")
    queue.addOperations([download, LegacyOperation()])
    queue.addOperation { AsyncOperationQueue.current?.cancelAllOperations() }
    AsyncOperationQueue.main.addOperation { MainActor.assumeIsolated { table.reload() } }

    _ = try await table.reloads.event(1)
    try await queue.settled()
    #expect(try await download.value == "cover")
  }

  @Test("The overview of the queue")
  func queueOverview() async throws {
    @Sendable func sepia(_ cover: String) -> String { "sepia \(cover)" }
    let queue = AsyncOperationQueue("covers", maxConcurrentOperationCount: 4)
    let download = ErrandOperation(fetchCover)
    let filter = ErrandOperation { try await sepia(download.value) }
    filter.addDependency(download)
    queue.addOperations([download, filter])
    try await queue.settled()
    #expect(try await filter.value == "sepia cover")
  }

  @Test("Errands")
  @MainActor
  func errands() async throws {
    let operationQueue = OperationQueue()
    let fractions = Events<Double?>()
    @MainActor func show(_ fraction: Double?) { fractions.record(fraction) }

    let fetchCover = Errand { report in
      report(completed: 1, total: 2)
      // A report that has not begun on the main actor when the work has ended is dropped.
      _ = try await fractions.event(1)
      return "cover"
    }
    let operation = fetchCover.operation(name: "cover")
    operation.onProgress { progress in show(progress.fraction) }
    operationQueue.enqueue(operation)
    #expect(try await operation.value == "cover")
    #expect(try await fractions.event(1) == 0.5)

    let legacy = Errand.fromOperation(in: operationQueue) { LegacyOperation() }
    try await legacy.value()

    let queue = AsyncOperationQueue()
    let errand = Errand.fromOperation(in: queue) { Download(session, url) }
    let run = errand.run()
    try await session.answer()
    #expect(try await run.value.count == 3)
  }
}
