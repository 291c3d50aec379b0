import Dispatch
import Errands
import ErrandsBolts
import ErrandsTesting
import Foundation
import Testing

/// The code of the documentation, line by line.
@Suite("The snippets of the documentation of Bolts tasks", .timeLimit(.minutes(1)))
struct MigrationTests {
  private struct Chart: Sendable, Equatable {
    var title = "chart"
    var size = 1
  }

  private struct MissingChart: Error {}
  private struct MissingPhoto: Error {}

  /// Older code: calls back later, unless it is stopped.
  private final class Request: Sendable {
    typealias Completion = @Sendable (Chart?, (any Error)?) -> Void

    let stopped = Gate()
    private let held = Kept<Completion>()

    func begin(_ completion: @escaping Completion) { held.set(completion) }

    func stop() {
      held.letGo()
      stopped.open()
    }
  }

  private struct Store: Sendable {
    var photos: [String: [UInt8]] = ["sea": [1, 2, 3]]
    let request = Request()

    func load(_ name: String) -> Task<[UInt8]> {
      photos[name].map { Task($0) } ?? Task(error: MissingPhoto())
    }

    func load(_ name: String, _ completion: @escaping Request.Completion) -> Request {
      if name == "now" { completion(Chart(), nil) }
      if name == "never" { completion(nil, MissingChart()) }
      request.begin(completion)
      return request
    }
  }

  @MainActor
  private final class Screen {
    var title = ""
    var fraction: Double?
  }

  private let store = Store()
  private let queue = DispatchQueue(label: "queue")
  private let heard = Events<String>()

  @Test("The overview")
  func overview() async throws {
    let size = store.load("sea")
      .continueOnSuccessWith(.queue(queue)) { photo in photo.count }
      .continueOnErrorWith { (error: MissingPhoto) in 0 }
    #expect(try await size.value == 3)
  }

  @Test("A task, and what follows from it")
  func task() async throws {
    let file = URL(filePath: "/nowhere/at all")
    let length = Task<String> { try String(contentsOf: file, encoding: .utf8) }
      .continueOnSuccessWith { text in text.count }
      .continueOnErrorWith { (error: CocoaError) in 0 }
    #expect(length.result == 0)
  }

  @Test("What stays")
  func stays() async throws {
    let charts = [Task(Chart()), Task(Chart(title: "other"))]
    let chart = charts[0]
    chart.continueWith { task in heard.record(task.description) }
    let all = Task.whenAllResult(charts)
    let source = TaskCompletionSource<Chart>()
    source.trySet(result: Chart())
    let later = Task<Void>.withDelay(30)
    later.cancel()
    await onThread {
      chart.waitUntilCompleted()
    }
    func refuse() -> Task<Chart> {
      return Task(error: Failure())
    }
    #expect(heard.count == 1)
    #expect(all.result?.count == 2)
    #expect(source.task.completed)
    #expect(refuse().faulted)
  }

  @Test("What can be written now")
  func now() async throws {
    let charts = [Task(Chart()), Task(Chart(title: "other"))]
    let chart = charts[0]
    let (request, tokens) = (Request(), CancellationTokenSource())

    let outcome = await chart.errand().outcome()
    let value = try await chart.value
    let values = try await Task.whenAllResult(charts).value
    let source = TaskCompletionSource<Chart>()
    source.onCancel { request.stop() }
    source.task.cancel()
    let sooner = Task<Void>.withDelay(30, cancellationToken: tokens.token)
    tokens.cancel()
    func refuse() -> Task<Chart> {
      return Errand.failure(Failure()).boltsTask()
    }

    #expect(try outcome.get() == value)
    #expect(values.count == 2)
    #expect(request.stopped.isOpen)
    #expect(sooner.cancelled)
    #expect(refuse().faulted)
  }

  @Test("The main thread")
  @MainActor
  func mainThread() {
    let (screen, chart) = (Screen(), Task(Chart(title: "sea")))
    chart.continueOnSuccessWith(.mainThread) { screen.title = $0.title }
    #expect(screen.title == "sea")
  }

  @Test("The main thread, in a screen of its own")
  @MainActor
  func mainThreadInAScreen() {
    @MainActor
    final class TitleScreen {
      var title = ""

      func show(_ task: Task<String>) {
        task.continueOnSuccessWith(.mainThread) { self.title = $0 }
      }
    }
    let screen = TitleScreen()
    screen.show(Task("sea"))
    #expect(screen.title == "sea")
  }

  @Test("A source whose work is stopped")
  func source() async throws {
    func load(_ name: String) -> Task<Chart> {
      let source = TaskCompletionSource<Chart>()
      let request = store.load(name) { chart, error in
        if let chart { source.set(result: chart) } else { source.set(error: error ?? Failure()) }
      }
      source.onCancel { request.stop() }
      return source.task
    }
    #expect(load("now").result == Chart())
    #expect(load("never").error is MissingChart)
    #expect(!store.request.stopped.isOpen)
    load("later").cancel()
    #expect(store.request.stopped.isOpen)
  }

  @Test("Tokens")
  func tokens() {
    let charts = [Chart(), Chart()].map { Task($0) }
    queue.suspend()
    let tokens = CancellationTokenSource()
    let sizes = charts.map { chart in
      chart.continueOnSuccessWith(.queue(queue), cancellationToken: tokens.token) { chart in chart.size }
    }
    tokens.cancelAfter(30)
    tokens.cancel()
    queue.resume()
    #expect(sizes.allSatisfy { $0.cancelled })
  }

  @Test("A token that work looks at")
  func tokenInWork() {
    func sizes(of photos: [Data], _ token: CancellationToken) throws -> [Int] {
      try photos.map { photo in
        try token.throwIfCancellationRequested()
        return photo.count
      }
    }
    let tokens = CancellationTokenSource()
    #expect(throws: Never.self) { try sizes(of: [Data()], tokens.token) }
    tokens.cancel()
    #expect(throws: CancelledError.self) { try sizes(of: [Data()], tokens.token) }
  }

  @Test("An errand of a function that gives a task")
  func functionOfTasks() async throws {
    let source = TaskCompletionSource<Chart>()
    @Sendable func loadChart() -> Task<Chart> { source.task }
    let chart = Errand.fromBoltsTask { loadChart() }.timeout(after: .seconds(5))
    let runs = [chart.run(), chart.run()]
    runs[0].cancel()
    #expect(!source.task.completed)
    source.set(result: Chart())
    #expect(try await runs[1].value == Chart())
  }

  @Test("Errands")
  @MainActor
  func errands() async throws {
    let (scope, screen, seen) = (Scope(), Screen(), Gate())
    let started = Events<Callback<Chart>>()
    let errand = Errand<Chart>.fromCallback { started.record($0) }

    let task = errand.boltsTask(in: scope)
    let again = task.errand("chart")
    let tied = task.tied(to: scope)
    task.onProgress(.mainThread) { screen.fraction = $0.fraction }
    task.onProgress(.mainThread) { _ in seen.open() }

    let callback = try await started.event(1)
    callback.report(completed: 1, total: 2)
    try await seen.wait()
    #expect(screen.fraction == 0.5)
    callback.succeed(Chart())
    #expect(try await again.value() == Chart())
    #expect(tied.result == Chart())
  }
}
