import GalleryDatabase
import GalleryJobs
import Logging

/// Keeps what becomes of batches, and tells it once it is kept: everything in one line, so that it is told in the order
/// in which it is kept, and a thousand members that are done at once are one transaction and a few events.
///
/// Where the store cannot write, what is to be kept waits for it to come back, and nothing of it is told.
final class BatchRecorder: Sendable {
  private struct Work: Sendable {
    var outcomes: [BatchOutcome] = []
    /// Called once the outcomes before are kept.
    var afterwards: [@Sendable () -> Void] = []
    var ends: [End] = []
    /// Whether another server may have kept something.
    var hasChanged = false
    /// Whether there is something to tell that is not to be kept.
    var hasMoved = false
  }

  private struct End: Sendable {
    let id: String
    let ending: BatchEnding
    /// Who waits for it, and is told that it did not work, where it did not. Where nobody waits, it is tried again.
    let answer: CheckedContinuation<Bool, any Error>?
  }

  private struct State {
    var work = Work()
    var trouble: String?
    var isClosed = false
    /// Until the next time that something is told.
    var pause: Task<Void, Never>?
  }

  /// How often listeners are told at most. A batch whose thousand members fail at once would otherwise push everything
  /// else out of what the hub keeps.
  private static let pace = Duration.milliseconds(50)
  /// How many members that others have kept are told of at a time.
  private static let mostOfOthers = 1000
  private static let waits = (first: Duration.milliseconds(100), longest: Duration.seconds(5))

  private let store: @Sendable () async throws -> any BatchStore
  private let told: @Sendable () -> BatchCursor?
  private let logger: Logger
  private let state = Lock(State())
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  /// - Parameter told: The place after all that has been told here.
  init(
    store: @escaping @Sendable () async throws -> any BatchStore,
    told: @escaping @Sendable () -> BatchCursor?,
    logger: Logger
  ) {
    self.store = store
    self.told = told
    self.logger = logger
    (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Why nothing can be kept at present, as a sentence; nil where all is well.
  var trouble: String? { state.withLock { $0.trouble } }

  /// Keeps an outcome, sooner or later.
  func record(_ outcome: BatchOutcome) { add { $0.outcomes.append(outcome) } }

  /// Ends a batch, sooner or later.
  func end(_ id: String, _ ending: BatchEnding) {
    add { $0.ends.append(End(id: id, ending: ending, answer: nil)) }
  }

  /// Calls back once everything that was recorded so far is kept, which is soon: somebody waits for it to go on.
  func afterwards(_ body: @escaping @Sendable () -> Void) {
    add { $0.afterwards.append(body) }
    state.withLock { $0.pause }?.cancel()
  }

  /// Another server may have kept something, which is to be told here, too.
  func look() { add { $0.hasChanged = true } }

  /// Something is to be told, though nothing is to be kept.
  func move() { add { $0.hasMoved = true } }

  /// Ends a batch; false where there is none.
  ///
  /// - Throws: Why that could not be kept. Nothing has changed then.
  func end(now id: String, _ ending: BatchEnding) async throws -> Bool {
    try await withCheckedThrowingContinuation { answer in
      let isClosed = state.withLock { state in
        if !state.isClosed { state.work.ends.append(End(id: id, ending: ending, answer: answer)) }
        return state.isClosed
      }
      if isClosed { answer.resume(throwing: CancellationError()) }
      signal.yield()
    }
  }

  private func add(_ change: (inout Work) -> Void) {
    state.withLock { change(&$0.work) }
    signal.yield()
  }

  /// Keeps and tells, until it is closed and everything is kept, or cannot be.
  ///
  /// - Parameters:
  ///   - tell: Is given what was kept, here or by others, in the order in which it was.
  ///   - move: Is asked to tell what is not kept.
  ///   - troubled: Is called when nothing can be kept any more.
  func run(
    tell: @escaping @Sendable (BatchNews) -> Void,
    move: @escaping @Sendable () -> Void,
    troubled: @escaping @Sendable () -> Void
  ) async {
    for await _ in signals {
      await write(tell: tell, troubled: troubled)
      if state.withLock({ state in
        defer { state.work.hasMoved = false }
        return state.work.hasMoved
      }) {
        move()
      }
      await pause()
    }
    await write(tell: tell, troubled: {})
  }

  private func pause() async {
    let pause = Task { _ = try? await Task.sleep(for: Self.pace) }
    state.withLock { $0.pause = pause }
    if isAwaited { pause.cancel() }
    await pause.value
  }

  /// Lets ``run(tell:move:troubled:)`` come to its end.
  func close() {
    state.withLock { $0.isClosed = true }
    signal.finish()
  }

  /// Keeps and tells what there is. What comes meanwhile stays for the next time, where there is one and nobody waits for it: a
  /// transaction for every few members would cost more than all the rest of them.
  private func write(tell: (BatchNews) -> Void, troubled: () -> Void) async {
    var wait = Self.waits.first
    while let work = take() {
      do {
        let store = try await store()
        if !work.outcomes.isEmpty {
          let news = try await store.record(work.outcomes)
          // Who hears the news may ask how things are.
          recover()
          try await self.tell(news, of: store, by: tell)
        }
        if work.hasChanged { try await tellOthers(of: store, by: tell) }
        recover()
        for body in work.afterwards { body() }
        if await end(work.ends, in: store, tell: tell) { troubled() }
      } catch {
        putBack(work, error)
        if complain(error) { troubled() }
      }
      let isClosed = state.withLock { $0.isClosed }
      guard trouble != nil else {
        if isAwaited || isClosed { continue }
        return
      }
      if isClosed { return }
      try? await Task.sleep(for: wait)
      wait = min(wait * 2, Self.waits.longest)
    }
  }

  /// Whether somebody waits for what is to be kept.
  private var isAwaited: Bool { state.withLock { !$0.work.afterwards.isEmpty || !$0.work.ends.isEmpty } }

  /// True where something could not be kept, for the first time.
  private func end(_ ends: [End], in store: any BatchStore, tell: (BatchNews) -> Void) async -> Bool {
    var isTroubled = false
    for end in ends {
      do {
        let news = try await store.end(end.id, end.ending)
        if let news { try? await self.tell(news, of: store, by: tell) }
        end.answer?.resume(returning: news != nil)
      } catch {
        if let answer = end.answer {
          answer.resume(throwing: error)
        } else {
          putBack(Work(ends: [end]), error)
          isTroubled = complain(error) || isTroubled
        }
      }
    }
    return isTroubled
  }

  /// Tells what was kept, behind what others kept before.
  private func tell(_ news: BatchNews, of store: any BatchStore, by tell: (BatchNews) -> Void) async throws {
    let told = told()
    if let told, news.position != told, news.entries.first?.place != told.place + 1 {
      return try await tellOthers(of: store, by: tell)
    }
    if news.position != told { tell(news) }
  }

  private func tellOthers(of store: any BatchStore, by tell: (BatchNews) -> Void) async throws {
    let news = try await store.news(after: told(), of: nil, limit: Self.mostOfOthers)
    if news.position != told() { tell(news) }
  }

  /// What is to be kept; nil where there is nothing.
  private func take() -> Work? {
    state.withLock { state in
      let work = state.work
      guard !work.outcomes.isEmpty || !work.ends.isEmpty || !work.afterwards.isEmpty || work.hasChanged else {
        return nil
      }
      state.work = Work(hasMoved: work.hasMoved)
      return work
    }
  }

  /// Puts what was not kept before what has come meanwhile. Those who wait for an answer are not kept waiting.
  private func putBack(_ work: Work, _ error: any Error) {
    for end in work.ends { end.answer?.resume(throwing: error) }
    state.withLock { state in
      state.work.outcomes.insert(contentsOf: work.outcomes, at: 0)
      state.work.afterwards.insert(contentsOf: work.afterwards, at: 0)
      state.work.ends.insert(contentsOf: work.ends.filter { $0.answer == nil }, at: 0)
      state.work.hasChanged = state.work.hasChanged || work.hasChanged
    }
  }

  /// True for the first time.
  private func complain(_ error: any Error) -> Bool {
    let sentence = "What becomes of batches cannot be kept now, and is tried again: "
    let isNew = state.withLock { state in
      defer { state.trouble = sentence + ((error as? LibraryError)?.toldSentence ?? "\(error)") }
      return state.trouble == nil
    }
    if isNew { logger.error("\(sentence)\(error)") }
    return isNew
  }

  private func recover() {
    let had = state.withLock { state in
      defer { state.trouble = nil }
      return state.trouble != nil
    }
    if had { logger.notice("What becomes of batches is kept again.") }
  }
}
