import Dispatch
import Errands
import ErrandsPromises
import ErrandsTesting
import Observation
import Testing

private struct Chart: Sendable, Equatable {
  var title = "newest"
}

private enum ChartError: Error, Equatable {
  case gone, refused
}

/// What an application had before it knew of promises.
private struct Legacy: Sendable {
  struct Request: Cancellable {
    let cancelled: Events<String>

    func cancel() { cancelled.record("cancelled") }
  }

  let cancelled = Events<String>()
  /// The completions of work that takes its time.
  let underWay = Events<@Sendable (Chart?, (any Error)?) -> Void>()
  var isSlow = false

  @discardableResult
  func load(completion: @escaping @Sendable (Chart?, (any Error)?) -> Void) -> Request {
    if isSlow {
      underWay.record(completion)
    } else {
      DispatchQueue.global().async { completion(Chart(), nil) }
    }
    return Request(cancelled: cancelled)
  }
}

private struct Charts: Sendable {
  var legacy = Legacy()

  func newest() -> Promise<Chart> {
    Promise { seal in
      let request = legacy.load { chart, error in seal.resolve(chart, error) }
      seal.onCancel { request.cancel() }
    }
  }

  func oldest() -> Promise<Chart> { .value(Chart(title: "oldest")) }

  func cover(of chart: Chart) -> Promise<String> { .value("cover of \(chart.title)") }
}

private let charts = Charts()

@Observable
@MainActor
final class ChartScreen {
  var title = ""

  func load() {
    charts.newest()
      .map(on: .global()) { chart in chart.title.uppercased() }
      .done { self.title = $0 }
      .catch { self.title = "\($0)" }
  }
}

@MainActor
private final class ProgressBar {
  let shown = Events<Double?>()

  func show(_ progress: RunProgress) { shown.record(progress.fraction) }
}

/// The code of the articles about promises: each piece of it stands here line by line.
@Suite("The snippets about moving over from PromiseKit", .timeLimit(.minutes(1)))
@MainActor
final class MigrationTests {
  private let scope = Scope()
  private let shown = Events<String>()
  private let legacy = Legacy()

  private func show(_ chart: Chart) { shown.record(chart.title) }
  private func show(_ cover: String) { shown.record(cover) }
  private func report(_ error: any Error) { shown.record("\(error)") }
  private func greet(_ user: String, with cover: String) { shown.record("\(user): \(cover)") }
  private func forget() { shown.record("forgotten") }
  private func hideSpinner() { shown.record("no spinner") }

  @Test("A chain stays what it was")
  func chain() async throws {
    firstly {
      charts.newest()
    }.then { chart in
      charts.cover(of: chart)
    }.done { cover in
      self.show(cover)
    }.catch { error in
      self.report(error)
    }
    #expect(try await shown.event(1) == "cover of newest")
  }

  @Test("What stood in a table of the article stays")
  func stays() async throws {
    charts.newest().done { self.show($0) }.catch { self.report($0) }
    #expect(try await shown.event(1) == "newest")
    #expect(try await charts.newest().map { $0.title }.async() == "newest")
    #expect(try await charts.newest().map(on: nil) { $0.title }.async() == "newest")
    #expect(try await Promise { seal in legacy.load(completion: seal.resolve) }.async() == Chart())
    try await race(charts.newest().asVoid(), timeout(seconds: 5)).async()
    let both = try await when(fulfilled: [charts.newest(), charts.oldest()]).async()
    #expect(both.map(\.title) == ["newest", "oldest"])
  }

  @Test("What can be written now")
  func canBeWritten() async throws {
    charts.newest().done { self.show($0) }.catch { self.report($0) }.tied(to: scope)
    #expect(try await shown.event(1) == "newest")
    let title = try await charts.newest().map { $0.title }.async()
    #expect(title == "newest")
    let legacy = self.legacy
    let chart = Errand<Chart>.fromCallback { callback in legacy.load { callback($0, $1) } }
    #expect(try await chart.value() == Chart())
    let limited = charts.newest().timeout(seconds: 5)
    #expect(try await limited.async() == Chart())
    let both = Errand.all([charts.newest().errand(), charts.oldest().errand()])
    #expect(try await both.value().count == 2)
  }

  @Test("A promise goes out of an errand, is looked at, and cancelled")
  func promiseOfErrand() async throws {
    let gate = Gate()
    let bar = ProgressBar()
    let newest = Errand { (progress: ProgressReporter) in
      progress(completed: 1, total: 2)
      try await gate.wait()
      return Chart()
    }
    let promise = newest.promise(in: scope)
    promise.onProgress(on: .mainActor) { now in MainActor.assumeIsolated { bar.show(now) } }
    #expect(try await bar.shown.event(1) == 0.5)
    promise.cancel()
    #expect(promise.isCancelled)
    gate.open()
  }

  @Test("A chain is cancelled as a whole")
  func cancellable() async throws {
    let chain = firstly {
      charts.newest().cancellize()
    }.then { chart in
      charts.cover(of: chart)
    }.done { cover in
      self.show(cover)
    }
    chain.cancel()
    #expect(chain.isCancelled)

    let context = firstly {
      charts.newest().cancellize()
    }.done { chart in
      self.show(chart)
    }.catch { error in
      self.report(error)
    }.cancelContext
    context.cancel()

    let (user, cover) = (Promise.value("Lan").cancellize(), Promise.value("cover").cancellize())
    cancellableWhen(fulfilled: user, cover).done { self.greet($0, with: $1) }.cauterize()
    #expect(try await shown.event(1) == "Lan: cover")

    let download = charts.newest().asVoid().cancellize()
    race(download, timeout(seconds: 5).cancellize()).done { self.show("here") }.catch { self.report($0) }
    #expect(try await shown.event(2) == "here")

    let task = Legacy()
    let loaded = CancellablePromise<Chart>(cancellable: task.load { _, _ in }) { seal in
      task.load(completion: seal.resolve)
    }
    #expect(try await loaded.promise.async() == Chart())
  }

  @Test("Dispatchers stand in the configuration")
  func configuredDispatcher() async {
    await withConfiguration { _ in
    } _: {
      conf.D.map = ConcurrencyLimitedDispatcher(limit: 4)
      #expect(conf.D.map is ConcurrencyLimitedDispatcher)
    }
  }

  @Test("An error is caught by name")
  func catchOnly() async throws {
    let promise = Promise<Chart>(error: ChartError.gone)
    promise.catch(only: ChartError.gone) { _ in self.forget() }.catch { self.report($0) }
    #expect(try await shown.event(1) == "forgotten")
  }

  @Test("Cancelling stops the work, and a scope cancels what was begun in it")
  func cancellation() async throws {
    let charts = Charts(legacy: Legacy(isSlow: true))
    let promise = charts.newest()
    promise.cancel()
    #expect(charts.legacy.cancelled.count == 1)

    charts.newest()
      .ensure { self.hideSpinner() }
      .done { self.show($0) }
      .catch { self.report($0) }
      .tied(to: scope)
    scope.cancel()
    #expect(try await shown.event(1) == "no spinner")
    #expect(charts.legacy.cancelled.count == 2)
  }

  @Test("An errand calls the function that gives a promise, and takes all that errands can be")
  func errands() async throws {
    let newest = Errand.fromPromise { charts.newest() }
    let chart = try await newest.timeout(after: .seconds(5)).retry().value()
    #expect(chart == Chart())

    firstly {
      newest.promise(in: scope)
    }.done {
      self.show($0)
    }.catch {
      self.report($0)
    }
    #expect(try await shown.event(1) == "newest")
  }

  @Test("Handlers of a screen in Swift 6 mode")
  func screen() async throws {
    let screen = ChartScreen()
    let changes = Gate()
    withObservationTracking {
      _ = screen.title
    } onChange: {
      changes.open()
    }
    screen.load()
    // The new title is there when the main actor, on which it is set, comes round again.
    try await changes.wait()
    #expect(screen.title == "NEWEST")
  }

  @Test("The differences that the article names", .timeLimit(.minutes(1)))
  func differences() async throws {
    // A cancellation of Swift's own is one for a promise.
    #expect(CancellationError().isCancelled)
    // What a promise and an errand call a cancellation.
    let cancelled = Promise<Chart>(error: PMKError.cancelled)
    await #expect(throws: CancellationError.self) { try await cancelled.errand().value() }
    // A rejection does not stop the others of a when.
    let slowCharts = Charts(legacy: Legacy(isSlow: true))
    let slow = slowCharts.newest()
    let whole = when(fulfilled: [slow, Promise(error: ChartError.refused)])
    #expect(whole.isRejected && slow.isPending)
    #expect(slowCharts.legacy.cancelled.count == 0)
    slow.cancel()
  }
}
