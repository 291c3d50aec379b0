import ErrandsLoading
import Foundation
import GalleryConnections
import GalleryJobs
import Logging

/// The batches of photos: those that the server carries out, and those that ended lately. They live in a store, and go on
/// where the server is started again.
final class PhotoBatches: Sendable {
  struct Limits: Sendable {
    let batches: BatchLimits
    /// How long a batch may take.
    let time: Duration
    /// How long the store hears nothing of a server before others take its members.
    let lease: Duration
    /// How many members of a batch are taken at a time.
    let taken: Int
  }

  struct State {
    var running: [String: ServedBatch] = [:]
    /// How long those have been carried out that have ended here since that was last kept.
    var spent: [String: Duration] = [:]
    /// When it was last said that this server lives.
    var renewed: ContinuousClock.Instant?
    var hasTaken = false
    /// Whether something may have been taken of which this server does not know.
    var mayHaveMore = false
    var isClosed = false
    /// To what other servers do.
    var listening: Task<Void, Never>?
    var complaint: String?
  }

  let store: @Sendable () async throws -> any BatchStore
  private let fetcher: Fetcher
  private let hub: EventHub
  private let timeline: Timeline
  let limits: Limits
  private let logger: Logger
  let telling: BatchTelling
  let recorder: BatchRecorder
  private let worker: BatchWorker
  let state = Lock(State())
  private let wakes: AsyncStream<Void>
  let wake: AsyncStream<Void>.Continuation

  init(
    store: @escaping @Sendable () async throws -> any BatchStore,
    fetcher: Fetcher,
    base: URL?,
    signer: ImageSigner,
    hub: EventHub,
    timeline: Timeline,
    limits: Limits,
    logger: Logger
  ) {
    self.fetcher = fetcher
    self.hub = hub
    self.timeline = timeline
    self.limits = limits
    self.logger = logger
    telling = BatchTelling(base: base, signer: signer)
    worker = BatchWorker(lease: limits.lease)
    (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let opened: @Sendable () async throws -> any BatchStore = {
      let store = try await store()
      if hub.told == nil {
        hub.begin(at: try await store.news(after: nil, of: nil, limit: 0).position)
      }
      return store
    }
    self.store = opened
    recorder = BatchRecorder(store: opened, told: { hub.told }, logger: logger)
  }

  /// How many batches this server carries out now.
  var runningCount: Int { state.withLock { $0.running.count } }

  /// Carries out what is to be done, until it is closed; then gives back what is not done.
  func run() async {
    let recording = Task { [recorder] in
      await recorder.run { [weak self] in
        self?.tell($0)
      } move: { [weak self] in
        self?.tellProgress()
      } troubled: { [weak self] in
        self?.tellTrouble()
      }
    }
    let ticking = Task { [weak self, lease = limits.lease] in
      while !Task.isCancelled {
        guard let isBusy = self?.look() else { return }
        try? await Task.sleep(for: isBusy ? lease / 3 : lease)
      }
    }
    for await _ in wakes { await take() }
    ticking.cancel()
    recorder.close()
    await recording.value
    await giveBack()
  }

  /// Ends all loads, and takes no more. ``run()`` then comes to its end.
  func close() {
    let (running, listening) = state.withLock { state in
      state.isClosed = true
      return (Array(state.running.values), state.listening)
    }
    listening?.cancel()
    for batch in running { batch.stop() }
    wake.finish()
  }

  // What is carried out.

  /// Asks for a look at what there is to do; nil once it is closed.
  private func look() -> Bool? {
    wake.yield()
    return state.withLock { $0.isClosed ? nil : !$0.running.isEmpty }
  }

  /// Looks whenever another server may have done something.
  private func listen(to store: any BatchStore) {
    state.withLock { state in
      guard state.listening == nil, !state.isClosed else { return }
      state.listening = Task { [recorder, wake] in
        for await _ in store.changes() {
          recorder.look()
          wake.yield()
        }
      }
    }
  }

  /// Says that this server lives, and takes what nobody carries out.
  private func take() async {
    do {
      let store = try await store()
      listen(to: store)
      try await renew(in: store)
      while let running = open, let work = try await take(from: store, except: running) {
        try await begin(work, in: store)
      }
      state.withLock { $0.complaint = nil }
    } catch {
      complain(error)
    }
  }

  /// What was taken by a call whose answer was lost was carried out by nobody while this server was busy with something else: it
  /// said that it lives, and so it was taken by no other server, either.
  private func take(from store: any BatchStore, except running: Set<String>) async throws -> BatchWork? {
    if state.withLock({ $0.mayHaveMore }) {
      try await store.giveBack(of: worker, except: running)
      state.withLock { $0.mayHaveMore = false }
    }
    do {
      let work = try await store.take(upTo: limits.taken, for: worker, except: running)
      if work != nil { state.withLock { $0.hasTaken = true } }
      return work
    } catch {
      state.withLock { ($0.hasTaken, $0.mayHaveMore) = (true, true) }
      throw error
    }
  }

  /// Says that this server lives, a few times in a lease, and at once what has been spent on batches that have ended here.
  private func renew(in store: any BatchStore) async throws {
    let isDue = state.withLock { state in
      !state.spent.isEmpty || (state.renewed.map { ContinuousClock.now - $0 >= limits.lease / 4 } ?? true)
    }
    guard isDue else { return }
    let spent = takeSpent()
    if spent.isEmpty { return }
    do {
      try await store.renew(worker, spent: spent)
    } catch {
      // Of batches that have ended here, it would be told by nobody else.
      state.withLock { $0.spent.merge(spent, uniquingKeysWith: max) }
      throw error
    }
    state.withLock { $0.renewed = .now }
  }

  /// Those that are carried out; nil where there are to be no more.
  private var open: Set<String>? { state.withLock { $0.isClosed ? nil : Set($0.running.keys) } }

  private func takeSpent() -> [String: Duration] {
    state.withLock { state in
      defer { state.spent = [:] }
      return state.spent.merging(state.running.mapValues(\.spent), uniquingKeysWith: max)
    }
  }

  private func begin(_ work: BatchWork, in store: any BatchStore) async throws {
    let id = work.batch.id
    let served = ServedBatch(work)
    let isClosed = state.withLock { state in
      if !state.isClosed { state.running[id] = served }
      return state.isClosed
    }
    if isClosed { return }
    let remaining = work.batch.timeLimit - work.batch.spent
    if work.members.isEmpty { return recorder.end(id, .cancelled) }
    if remaining <= .zero { return recorder.end(id, .timedOut) }
    var batch = PhotoBatch(addresses: work.members.map(\.url), fetcher: fetcher)
    batch.base = telling.base
    batch.timeLimit = remaining
    // Fewer than the connections that one host is given, so that the page can show photos meanwhile.
    batch.loadsAtOnce = 6
    served.begin(batch, telling: recorder, and: timeline) { [weak self] in self?.forget(id) }
    // It may have been ended between the moment in which it was taken and this one.
    if try await store.batch(id)?.ended != nil { forget(id) }
  }

  /// Is not carried out any more.
  private func forget(_ id: String) {
    let batch = state.withLock { state -> ServedBatch? in
      // What it has spent is still to be given back.
      guard !state.isClosed else { return state.running[id] }
      let batch = state.running.removeValue(forKey: id)
      if let batch { state.spent[id] = batch.spent }
      return batch
    }
    batch?.stop()
    wake.yield()
  }

  private func giveBack() async {
    guard state.withLock({ $0.hasTaken }) else { return }
    do {
      try await store().release(worker, spent: takeSpent())
    } catch {
      complain(error)
    }
  }

  private func complain(_ error: any Error) {
    let isNew = state.withLock { state in
      defer { state.complaint = "\(error)" }
      return state.complaint != "\(error)"
    }
    if isNew { logger.error("Batches of photos cannot go on now: \(error)") }
  }

  // What is told.

  func progress(_ batch: StoredBatch) -> PhotoBatchProgress {
    guard batch.ended == nil, let served = state.withLock({ $0.running[batch.id] }) else {
      return batch.progress
    }
    let bytes = max(batch.bytes, served.progress.bytes)
    return PhotoBatchProgress(settled: batch.settled, total: batch.total, bytes: bytes)
  }

  private func tell(_ news: BatchNews) {
    for batch in news.batches.values { state.withLock { $0.running[batch.id] }?.update(batch) }
    hub.publish(telling.drafts(of: news, progress: progress))
    hub.advance(to: news.position)
    if !news.isWhole { tellTrouble() }
    let ended = news.entries.filter { $0.what == .end }.map(\.batch)
    for id in ended { forget(id) }
    guard !ended.isEmpty else { return }
    Task { [store, limits] in try? await store().sweep(limits.batches) }
  }

  private func tellProgress() {
    let running = state.withLock { Array($0.running.values) }
    hub.publish(running.compactMap { $0.takeNews()?.draft })
  }

  /// Who listens asks how it is, and is answered with what is wrong.
  private func tellTrouble() {
    hub.publish("missed", data: JSONText.line(["topics": ["photos"]]), topic: .photos)
  }
}
