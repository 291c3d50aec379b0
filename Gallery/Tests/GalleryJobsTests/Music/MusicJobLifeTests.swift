import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import GalleryJobs
import Testing

@Suite("A chart that nobody wants any more, in every style", .timeLimit(.minutes(1)))
struct MusicJobLifeTests {
  /// Who ends the load.
  enum Means: String, CaseIterable, Sendable {
    case run, scope, scopeLetGo
  }

  /// One byte comes, and then nothing.
  private let stalled = Script(framing: .length(100), steps: [.text("{"), .stall])

  @Test(
    "Cancelled in the middle, it ends at once, and its connection closes",
    arguments: JobStyle.allCases,
    Means.allCases
  )
  func cancelled(_ style: JobStyle, _ means: Means) async throws {
    let live = LiveObjects()
    try await withUpstream(stalled) { upstream in
      let outcomes = Events<Bool>()
      let reports = Events<RunProgress>()
      var scope: Scope? = Scope()
      let run = try MusicJob.reading(upstream).chart(by: style).run(in: scope)
      run.onProgress(on: .immediate) { reports.record($0) }
      run.whenSettled(on: .immediate) { [probe = live.object("handler")] outcome in
        _ = probe
        outcomes.record(failed(with: CancellationError.self, outcome))
      }
      _ = try await reports.first { $0.completed == 1 }
      switch means {
      case .run: run.cancel()
      case .scope: scope?.cancel()
      case .scopeLetGo: scope = nil
      }
      #expect(run.outcome != nil, "cancelling settles before it returns")
      // Not so the handler: another thread may be telling of progress just then, and the handler comes behind it.
      #expect(try await outcomes.event(1))
      try await upstream.earlyCloses(atLeast: 1)
      try await live.allGone()
    }
  }

  @Test("A task that is cancelled while it waits takes the load along", arguments: JobStyle.allCases)
  func task(_ style: JobStyle) async throws {
    try await withUpstream(stalled) { upstream in
      let job = try MusicJob.reading(upstream)
      let task = Task { try await job.chart(by: style).value() }
      _ = try await upstream.request(1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  /// As a screen does that is closed while it loads.
  private final class Screen: Sendable {
    private let scope = Scope()
    private let probe: LiveObjects.Object

    init(_ probe: LiveObjects.Object) {
      self.probe = probe
    }

    func load(_ errand: Errand<Chart>, reports: Events<RunProgress>, heard: Events<Int>) {
      let run = errand.run(for: self, in: scope, on: .immediate) { screen, _ in
        _ = screen.probe
        heard.record(1)
      }
      run.onProgress(on: .immediate) { reports.record($0) }
    }
  }

  @Test("A screen that is gone ends its load and hears nothing", arguments: JobStyle.allCases)
  func ownerGone(_ style: JobStyle) async throws {
    let live = LiveObjects()
    let heard = Events<Int>()
    let reports = Events<RunProgress>()
    try await withUpstream(stalled) { upstream in
      var screen: Screen? = Screen(live.object("screen"))
      screen?.load(try MusicJob.reading(upstream).chart(by: style), reports: reports, heard: heard)
      _ = try await reports.first { $0.completed == 1 }
      screen = nil
      try await live.allGone()
      try await upstream.earlyCloses(atLeast: 1)
    }
    #expect(heard.count == 0)
  }

  @Test("Nothing that a finished load captured stays alive because of it", arguments: JobStyle.allCases)
  func finished(_ style: JobStyle) async throws {
    let live = LiveObjects()
    let document = try CatalogueCharts.json(.v2)
    try await withUpstream(.json(document)) { upstream in
      let run = try MusicJob.reading(upstream).chart(by: style).run()
      run.whenSettled(on: .immediate) { [probe = live.object("handler")] _ in _ = probe }
      _ = try await run.value
      try await live.allGone()
      #expect(upstream.earlyCloses == 0)
      withExtendedLifetime(run) {}
    }
  }
}

/// Whether a run failed with an error of this type.
private func failed<Failure: Error, Value>(with type: Failure.Type, _ outcome: Result<Value, any Error>)
  -> Bool
{
  guard case .failure(let error) = outcome else { return false }
  return error is Failure
}
