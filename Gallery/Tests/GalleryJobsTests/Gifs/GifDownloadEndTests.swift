import Errands
import ErrandsTesting
import Foundation
import GalleryJobs
import Testing

/// Cancellation reaches the step that is under way by the style alone: nobody else knows of it.
@Suite("A download that is cancelled between two of its steps", .timeLimit(.minutes(1)))
struct GifDownloadEndTests {
  struct Moment: Sendable, CustomTestStringConvertible {
    let style: JobStyle
    /// How many outcomes have been handed on before.
    let passed: Int
    /// What would come next.
    let next: String

    var testDescription: String { "before \(next), by \(style)" }
  }

  private static let moments = [
    Moment(style: .closure, passed: 0, next: "looking at"),
    Moment(style: .closure, passed: 1, next: "writing"),
    Moment(style: .delegate, passed: 0, next: "looking at"),
    Moment(style: .delegate, passed: 1, next: "writing"),
    Moment(style: .group, passed: 0, next: "looking at"),
  ]

  /// The outcome of a step is on its way to whoever begins the next one.
  @Test("ends at once, and does nothing after that", arguments: moments)
  func between(_ moment: Moment) async throws {
    let folder = try TemporaryFolder()
    let id = UUID().uuidString
    let next = "\(moment.next) gif \(id)"
    let traced = Events<TraceEvent.Kind>()
    let observation = Trace.observe { event in
      if event.name == next { traced.record(event.kind) }
    }
    try await withLiveObjects { live in
      try await withUpstream(.gif()) { upstream in
        let outcomes = Events<@Sendable () -> Void>()
        var job = try GifsJob.asking(upstream, style: moment.style)
        job.nextStep = Delivery(outcomes.record)
        let run = job.download(Gif(id, at: upstream.url("/a.gif")), to: folder.path).run()
        run.whenSettled(on: .immediate) { [probe = live.object("handler")] _ in _ = probe }
        for number in 0..<moment.passed { try await outcomes.event(number + 1)() }
        let held = try await outcomes.event(moment.passed + 1)
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        held()
      }
    }
    // A delegate is gone by then, and the next step is not even made.
    let end = traced.all.isEmpty ? nil : try await traced.first(where: { $0.isEnd })
    #expect(end?.isCancellation != false)
    #expect(!traced.all.contains { $0.isStart })
    #expect(folder.names.isEmpty)
    // One that is not cancelled begins the step by this name: otherwise nothing would have been seen of it above.
    try await withUpstream(.gif()) { upstream in
      let job = try GifsJob.asking(upstream, style: moment.style)
      _ = try await job.download(Gif(id, at: upstream.url("/a.gif")), to: folder.path).value()
    }
    _ = try await traced.first(where: { $0.isStart })
    observation.cancel()
  }
}

extension TraceEvent.Kind {
  fileprivate var isStart: Bool { if case .started = self { true } else { false } }
  fileprivate var isEnd: Bool { if case .settled = self { true } else { false } }
  fileprivate var isCancellation: Bool { if case .settled(.cancelled) = self { true } else { false } }
}
