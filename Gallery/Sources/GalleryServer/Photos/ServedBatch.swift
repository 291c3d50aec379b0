import Foundation
import GalleryJobs

/// Members of a batch that this server carries out.
final class ServedBatch: Sendable {
  private struct State {
    var run: PhotoBatchRun?
    var isStopped = false
    /// As it was when it was told last.
    var latest: StoredBatch
    var bytes: Int64 = 0
    var hasMoved = false
    var cancelled: [BatchOutcome] = []
  }

  let work: BatchWork
  private let start = ContinuousClock.now
  private let state: Lock<State>

  init(_ work: BatchWork) {
    self.work = work
    state = Lock(State(latest: work.batch))
  }

  /// How long the batch has been carried out.
  var spent: Duration { work.batch.spent + (ContinuousClock.now - start) }

  /// How far the batch is, which is further than is kept: what is on its way counts.
  var progress: PhotoBatchProgress {
    state.withLock { state in
      let kept = state.latest.progress
      let bytes = max(kept.bytes, work.batch.bytes + state.bytes)
      return PhotoBatchProgress(settled: kept.settled, total: kept.total, bytes: bytes)
    }
  }

  /// What there is to tell of the progress since that was asked last; nil where that is nothing.
  func takeNews() -> ProgressNews? {
    let hasMoved = state.withLock { state in
      defer { state.hasMoved = false }
      return state.hasMoved
    }
    return hasMoved ? ProgressNews(batch: work.batch.id, progress: progress) : nil
  }

  /// The batch as it is kept now.
  func update(_ batch: StoredBatch) { state.withLock { $0.latest = batch } }

  /// Begins to load.
  ///
  /// - Parameters:
  ///   - batch: The members' addresses, in their order.
  ///   - recorder: Is told what becomes of them.
  ///   - onEnd: Called once all that became of them is kept.
  func begin(
    _ batch: PhotoBatch,
    telling recorder: BatchRecorder,
    and timeline: Timeline,
    onEnd: @escaping @Sendable () -> Void
  ) {
    let style = work.batch.style
    let run = batch.start(by: style) { [self] event in
      switch event {
      case .progress(let progress): move(to: progress.bytes, telling: recorder)
      case .member(let member): settle(member, telling: recorder)
      case .done(let summary):
        end(timedOut: summary.timedOut, telling: recorder)
        recorder.afterwards(onEnd)
      }
    }
    timeline.note(
      TimelineJob(kind: .photos, style: style.rawValue, label: "photos \(work.members.count)"),
      of: run.id
    )
    let isLate = state.withLock { state in
      if run.result == nil { state.run = run }
      return state.isStopped
    }
    if isLate { run.cancel() }
  }

  /// Ends the loads. What becomes of members by that is nobody's outcome.
  func stop() {
    let run = state.withLock { state in
      state.isStopped = true
      return state.run
    }
    run?.cancel()
  }

  private func move(to bytes: Int64, telling recorder: BatchRecorder) {
    state.withLock { state in
      state.bytes = max(state.bytes, bytes)
      state.hasMoved = true
    }
    recorder.move()
  }

  private func settle(_ member: PhotoMember, telling recorder: BatchRecorder) {
    let outcome = BatchOutcome(
      batch: work.batch.id,
      member: PhotoMember(
        index: work.members[member.index].index,
        url: member.url,
        status: member.status,
        error: member.error,
        bytes: member.bytes
      )
    )
    if member.status == .cancelled {
      state.withLock { $0.cancelled.append(outcome) }
    } else {
      recorder.record(outcome)
    }
  }

  /// Members are cancelled because the batch is ended, which is kept as that, or because this server ends, and then
  /// somebody else carries them out. Only where neither is so is it what became of them.
  private func end(timedOut: Bool, telling recorder: BatchRecorder) {
    // The run is handed out of the lock: with it goes all that its work held.
    let (isStopped, cancelled, run) = state.withLock { state in
      defer { (state.run, state.cancelled) = (nil, []) }
      return (state.isStopped, state.cancelled, state.run)
    }
    withExtendedLifetime(run) {}
    if isStopped { return }
    if timedOut { return recorder.end(work.batch.id, .timedOut) }
    for outcome in cancelled { recorder.record(outcome) }
  }
}
