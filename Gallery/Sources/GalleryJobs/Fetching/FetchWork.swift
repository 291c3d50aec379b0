import Dispatch
import Errands
import ErrandsLoading
import Foundation

/// The work of one batch of fetches: a download for each member, and what is told of it.
final class FetchWork: Sendable {
  /// How long the end of a batch waits for what is being written. A run that is cancelled has ended before its file is
  /// closed; a disk that takes longer is left alone, as after a kill: what it has is gone on with all the same.
  private static let closing = Duration.milliseconds(1500)

  private let job: FetchJob
  private let state: Lock<FetchBatchState>
  /// Members that have not begun. Their names are claimed, in the order of the batch, so that it has the same names
  /// each time; and each holds the group of its file until it has ended, so that nothing here may hold the member
  /// longer.
  private let waiting: Lock<[Result<Member, any Error>?]>
  /// Of the members that have not ended, by their places.
  private let runs = Lock<[Int: Run<DownloadedFile>]>([:])
  /// Empty once no download has anything left to do.
  private let openFiles = DispatchGroup()
  private let scope = Scope()
  /// Everything is told on it: one thing after the other, the summary last, and never by a thread that a load needs.
  private let queue = DispatchQueue(label: "fetches")
  private let elapsed: @Sendable () -> Duration
  private let onEvent: @Sendable (FetchEvent) -> Void

  init(_ job: FetchJob, onEvent: @escaping @Sendable (FetchEvent) -> Void) {
    self.job = job
    self.onEvent = onEvent
    state = Lock(FetchBatchState(addresses: job.items.map(\.address), own: OwnUpstream(job.base)))
    elapsed = job.clock.stopwatch()
    waiting = Lock([])
    let members = job.items.indices.map { index in Result { try member(index) } }
    waiting.withLock { $0 = members }
  }

  var summary: FetchSummary { state.withLock { $0.summary } }

  /// The files, to be made a whole by a style.
  var files: Batch<DownloadedFile> {
    Batch("fetches", job.items.indices.map(file)) { [self] index, outcome in
      guard let result = state.withLock({ $0.settle(index, outcome) }) else { return }
      queue.async { [onEvent] in onEvent(.file(result)) }
    }
  }

  /// Those that wait for their turn are cancelled first: the turns of those that are under way would go to them, and of
  /// twenty thousand files one after the other was begun.
  func cancel() {
    let runs = runs.withLock { $0 }
    for (index, run) in runs where !state.withLock({ $0.hasBegun(index) }) { run.cancel() }
    scope.cancel()
  }

  /// The summary: once `fetching` has ended, the files are closed, and everything has been told.
  func summary(after fetching: Errand<Void>) -> Errand<FetchSummary> {
    .fromCallback("the batch of fetches") { [self] callback in
      fetching.run(on: .immediate) { [self] _ in
        letGoOfWaiting()
        Errand.waiting(for: openFiles).timeout(after: Self.closing).run(on: .immediate) { [self] _ in
          let summary = summary
          queue.async { [onEvent] in
            onEvent(.done(summary))
            callback.succeed(summary)
          }
        }
      }
    }
  }

  /// Members whose turn never came. They are freed outside the lock: what they held may be anybody's.
  private func letGoOfWaiting() {
    let rest = waiting.withLock { members in
      defer { members = [] }
      return members
    }
    withExtendedLifetime(rest) {}
  }

  // MARK: Members

  /// A member that has not begun.
  private struct Member {
    let url: URL
    let download: Errand<DownloadedFile>
    /// Has an element once its turn has come.
    let turn: AsyncStream<Void>
  }

  private func member(_ index: Int) throws -> Member {
    let request = try job.request(for: job.items[index])
    var options = job.options
    options.sha256 = job.items[index].sha256
    let membership = GroupMembership(openFiles)
    let (turn, beginning) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let download = job.fetcher.download(request, to: job.destination, options: options) { [self] event in
      withExtendedLifetime(membership) {}
      beginning.yield()
      hear(event, of: index)
    }
    return Member(url: request.url, download: download, turn: turn)
  }

  /// What the trace calls it: without what may be secret in its address.
  private func name(of index: Int) -> String {
    "fetching \(URL(string: job.items[index].address)?.redacted ?? "what is no address")"
  }

  private func file(_ index: Int) -> Errand<DownloadedFile> {
    .fromCallback(name(of: index)) { [self] callback in
      let waiting = waiting.withLock { members in
        defer { members[index] = nil }
        return members[index]
      }
      guard let member = try waiting?.get() else { throw CancellationError() }
      let run = member.download.run(in: scope)
      runs.withLock { $0[index] = run }
      run.whenSettled(on: .immediate) { [self] _ in runs.withLock { $0[index] = nil } }
      run.onProgress(on: .immediate) { [self] in receive($0, by: index) }
      callback.follow(run)
      guard let limit = job.timeLimit else { return }
      let clock = job.clock
      let time = Errand<Void>("the time limit of a fetch") {
        for await _ in member.turn { break }
        try await clock.sleep(for: limit)
      }
      let end = time.run(in: scope, on: .immediate) { outcome in
        guard case .success = outcome else { return }
        callback.fail(FetchError(member.url, .timedOut(after: limit)))
        run.cancel()
      }
      run.whenSettled(on: .immediate) { _ in end.cancel() }
    }
  }

  private func hear(_ event: DownloadEvent, of index: Int) {
    guard state.withLock({ $0.hear(event, of: index) }), case .trying(let number) = event else { return }
    queue.async { [onEvent] in onEvent(.trying(index: index, number: number)) }
  }

  private func receive(_ progress: RunProgress, by index: Int) {
    let now = elapsed()
    guard let wait = state.withLock({ $0.receive(progress, by: index, at: now) }) else { return }
    guard wait > .zero else { return report(index) }
    let clock = job.clock
    Errand<Void>("the pace of progress") { try await clock.sleep(for: wait) }
      .run(in: scope, on: .immediate) { [self] _ in report(index) }
  }

  private func report(_ index: Int) {
    queue.async { [self] in
      let now = elapsed()
      if let report = state.withLock({ $0.takeReport(of: index, at: now) }) { onEvent(.progress(report)) }
    }
  }
}

/// Is in a dispatch group for as long as something holds it: work whose end nobody tells of holds it until then.
private final class GroupMembership: Sendable {
  private let group: DispatchGroup

  init(_ group: DispatchGroup) {
    self.group = group
    group.enter()
  }

  deinit { group.leave() }
}
