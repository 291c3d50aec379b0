import Foundation
import GalleryJobs

/// A batch of photos that the server loads. It belongs to the server: the client that asked for it may leave, come
/// back, and ask what became of it.
final class ServedBatch: Sendable {
  /// How often listeners are told at most. A batch whose thousand members fail at once would otherwise push
  /// everything else out of what the hub keeps.
  private static let pace = Duration.milliseconds(100)

  private struct State {
    var ledger: BatchLedger
    var run: PhotoBatchRun?
    var isCancelled = false
  }

  /// A client that knows it may look at the batch, and cancel it; every client of this server can learn it.
  let id = UUID().uuidString.lowercased()
  private let started = Date()
  private let batch: PhotoBatch
  private let signer: ImageSigner
  private let state: Lock<State>

  init(_ batch: PhotoBatch, signer: ImageSigner) {
    self.batch = batch
    self.signer = signer
    state = Lock(State(ledger: BatchLedger(addresses: batch.addresses)))
  }

  /// In bytes of addresses: what is kept of a batch grows with them.
  var weight: Int { batch.addresses.reduce(0) { $0 + $1.utf8.count } }

  var answer: BatchAnswer {
    let ledger = state.withLock { $0.ledger }
    let members = zip(ledger.addresses, ledger.places).enumerated().map { index, place in
      place.1.map(answer) ?? MemberAnswer(waiting: index, url: place.0)
    }
    return BatchAnswer(batch: id, progress: ledger.progress, members: members, done: ledger.summary)
  }

  var entry: BatchesAnswer.Entry {
    let (progress, summary) = state.withLock { ($0.ledger.progress, $0.ledger.summary) }
    let done = summary.map { EndNews(batch: id, summary: $0) }
    return BatchesAnswer.Entry(batch: id, started: started, progress: progress, done: done)
  }

  /// Begins to load.
  ///
  /// - Parameter onEnd: Called once, when all members are done.
  func start(
    by style: JobStyle,
    telling hub: EventHub,
    and timeline: Timeline,
    onEnd: @escaping @Sendable () -> Void
  ) {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let run = batch.start(by: style) { [self] event in
      let isDone = hear(event)
      if isDone { onEnd() }
      signal.yield()
    }
    let job = TimelineJob(kind: .photos, style: style.rawValue, label: "photos \(batch.addresses.count)")
    timeline.note(job, of: run.id)
    let isLate = state.withLock { state in
      // An empty batch has ended by now, perhaps: its run would be kept for nothing.
      if state.ledger.summary == nil { state.run = run }
      return state.isCancelled
    }
    if isLate { run.cancel() }
    // One task tells everything, so that what is told comes in order and the end last. It ends with the batch.
    Task {
      for await _ in signals {
        guard tell(hub) else { return }
        try? await Task.sleep(for: Self.pace)
      }
    }
  }

  /// Cancels the members that are not done. No effect on a batch that has ended.
  func cancel() {
    let run = state.withLock { state in
      state.isCancelled = true
      return state.run
    }
    run?.cancel()
  }

  /// True for the end.
  private func hear(_ event: PhotoBatchEvent) -> Bool {
    // Handed out of the lock: with the run goes all that its work held.
    let (isDone, run) = state.withLock { state in
      state.ledger.hear(event)
      guard case .done = event else { return (false, PhotoBatchRun?.none) }
      defer { state.run = nil }
      return (true, state.run)
    }
    withExtendedLifetime(run) {}
    return isDone
  }

  /// Tells what is new; false once the end has been told.
  private func tell(_ hub: EventHub) -> Bool {
    let news = state.withLock { $0.ledger.takeNews() }
    for line in MemberNews.lines(of: news.members.map(answer), in: id) {
      hub.publish("photo", data: line, topic: .photos)
    }
    hub.publish(
      "photos",
      data: JSONText.line(ProgressNews(batch: id, progress: news.progress)),
      topic: .photos
    )
    guard let summary = news.summary else { return true }
    hub.publish("photos-done", data: JSONText.line(EndNews(batch: id, summary: summary)), topic: .photos)
    return false
  }

  private func answer(_ member: PhotoMember) -> MemberAnswer {
    let source = member.status == .succeeded ? try? batch.url(of: member.url) : nil
    return MemberAnswer(member, image: source.map(signer.address))
  }
}
