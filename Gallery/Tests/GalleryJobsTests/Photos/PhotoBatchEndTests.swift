import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("A batch of photos that ends before its time, in every style", .timeLimit(.minutes(1)))
struct PhotoBatchEndTests {
  /// Three photos, of which the first to be asked for is whole and two stall in the middle, and seventeen whose turn
  /// never comes. Operations begin on threads of their own, so the first need not be number 0.
  private func withStalledBatch(
    of style: JobStyle,
    _ change: (inout PhotoBatch) -> Void = { _ in },
    _ test: (ScriptedUpstream, PhotoBatchRun, Events<PhotoBatchEvent>, TemporaryFolder) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let half = Script(framing: .length(11), steps: [.bytes(Array(Script.jpeg().prefix(5))), .stall])
    try await withUpstream(respond: { $0.number == 1 ? .photo() : half }) { upstream in
      let events = Events<PhotoBatchEvent>()
      var batch = PhotoBatch((0..<20).map { "/\($0).jpg" }, from: upstream, to: folder)
      batch.loadsAtOnce = 2
      change(&batch)
      let run = batch.start(by: style, onEvent: events.record)
      _ = try await events.first { $0.isMember }
      _ = try await upstream.request(3)
      try await test(upstream, run, events, folder)
    }
  }

  @Test(
    "Cancelled, those in flight are cancelled, each is told once, and then the batch is done",
    arguments: JobStyle.allCases
  )
  func cancelled(_ style: JobStyle) async throws {
    try await withStalledBatch(of: style) { upstream, run, events, folder in
      run.cancel()
      run.cancel()
      let summary = await run.summary
      #expect((summary.succeeded, summary.failed, summary.cancelled) == (1, 0, 19))
      #expect(!summary.timedOut)
      #expect(summary.errors.isEmpty)
      #expect(events.areComplete(of: 20))
      #expect(
        events.members.dropFirst().allSatisfy { $0.status == .cancelled && $0.path == nil && $0.error == nil }
      )
      #expect(folder.names == [String(try await upstream.request(1).path.dropFirst())])
      try await upstream.earlyCloses(atLeast: 2)
      #expect(upstream.requestCount == 3)
      run.cancel()
      #expect(events.summaries.count == 1)
    }
  }

  @Test(
    "When the time for all is over, those not done are cancelled, and it says so",
    arguments: JobStyle.allCases
  )
  func timedOut(_ style: JobStyle) async throws {
    let clock = VirtualClock()
    try await withStalledBatch(of: style) { batch in
      batch.timeLimit = .seconds(60)
      batch.clock = clock
    } _: { upstream, run, events, folder in
      try await clock.sleepers(atLeast: 1)
      let sleepers = clock.sleepers
      clock.advance(by: .seconds(59))
      // Nobody has been woken, who would end it in a moment.
      #expect(clock.sleepers == sleepers && run.result == nil)
      clock.advance(by: .seconds(1))
      let summary = await run.summary
      #expect((summary.succeeded, summary.failed, summary.cancelled) == (1, 0, 19))
      #expect(summary.timedOut)
      #expect(events.areComplete(of: 20))
      #expect(folder.names == [String(try await upstream.request(1).path.dropFirst())])
      try await upstream.earlyCloses(atLeast: 2)
    }
  }

  @Test("A limit that does not pass changes nothing, and is not waited for", arguments: JobStyle.allCases)
  func inTime(_ style: JobStyle) async throws {
    let clock = VirtualClock()
    try await withUpstream(.photo()) { upstream in
      var batch = PhotoBatch(["/0.jpg"], from: upstream)
      batch.timeLimit = .seconds(60)
      batch.clock = clock
      let run = batch.start(by: style)
      let summary = await run.summary
      clock.advance(by: .seconds(60))
      #expect(summary.succeeded == 1)
      #expect(!summary.timedOut)
      #expect(run.result == summary)
    }
  }

  @Test(
    "Cancelled at once, a thousand are told at once, and nothing is asked for",
    arguments: JobStyle.allCases
  )
  func atOnce(_ style: JobStyle) async throws {
    try await withUpstream(Script(framing: .length(10), steps: [.stall])) { upstream in
      let events = Events<PhotoBatchEvent>()
      var batch = PhotoBatch((0..<1000).map { "/\($0).jpg" }, from: upstream)
      batch.loadsAtOnce = 1
      let run = batch.start(by: style, onEvent: events.record)
      run.cancel()
      let summary = await run.summary
      #expect(summary.cancelled == 1000)
      #expect(events.areComplete(of: 1000))
      #expect(upstream.requestCount <= 1)
    }
  }

  @Test("A waiting task that is cancelled still gets the summary")
  func waiting() async throws {
    try await withStalledBatch(of: .group) { _, run, _, _ in
      let task = Task {
        await withTaskCancellationHandler {
          await run.summary
        } onCancel: {
          run.cancel()
        }
      }
      task.cancel()
      #expect(await task.value.cancelled == 19)
    }
  }
}

extension PhotoBatchEvent {
  fileprivate var isMember: Bool {
    if case .member = self { true } else { false }
  }
}
