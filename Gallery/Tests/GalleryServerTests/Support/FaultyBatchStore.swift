import GalleryDatabase
import GalleryJobs
import Synchronization

/// A store whose writing fails while a test wants it to, or is done and not answered.
final class FaultyBatchStore: BatchStore {
  private let store: any BatchStore
  private let fault = Mutex<(any Error)?>(nil)
  private let failures = Mutex(0)
  private let lost = Mutex<Set<Call>>([])

  enum Call: Sendable { case create, take }

  init(_ store: any BatchStore) {
    self.store = store
  }

  /// How often it has failed.
  var failureCount: Int { failures.withLock { $0 } }

  func fail(with error: (any Error)?) { fault.withLock { $0 = error } }

  /// Loses the answer to the next call of this kind that does something.
  func loseAnswer(to call: Call) { lost.withLock { _ = $0.insert(call) } }

  private func answer(to call: Call) throws {
    guard lost.withLock({ $0.remove(call) }) != nil else { return }
    throw LibraryError.away("postgres://here/", reason: "The connection was lost as a change was made fast.")
  }

  private func check() throws {
    guard let error = fault.withLock({ $0 }) else { return }
    failures.withLock { $0 += 1 }
    throw error
  }

  func create(_ order: BatchOrder, within limits: BatchLimits) async throws {
    try check()
    try await store.create(order, within: limits)
    try answer(to: .create)
  }

  func take(upTo count: Int, for worker: BatchWorker, except others: Set<String>) async throws -> BatchWork? {
    try check()
    let work = try await store.take(upTo: count, for: worker, except: others)
    if work != nil { try answer(to: .take) }
    return work
  }

  func giveBack(of worker: BatchWorker, except others: Set<String>) async throws {
    try check()
    try await store.giveBack(of: worker, except: others)
  }

  func renew(_ worker: BatchWorker, spent: [String: Duration]) async throws {
    try check()
    try await store.renew(worker, spent: spent)
  }

  func release(_ worker: BatchWorker, spent: [String: Duration]) async throws {
    try check()
    try await store.release(worker, spent: spent)
  }

  func record(_ outcomes: [BatchOutcome]) async throws -> GalleryJobs.BatchNews {
    try check()
    return try await store.record(outcomes)
  }

  func end(_ id: String, _ ending: BatchEnding) async throws -> GalleryJobs.BatchNews? {
    try check()
    return try await store.end(id, ending)
  }

  func batch(_ id: String) async throws -> StoredBatch? { try await store.batch(id) }
  func contents(of id: String) async throws -> BatchContents? { try await store.contents(of: id) }
  func page(after number: Int64?, limit: Int) async throws -> [StoredBatch] {
    try await store.page(after: number, limit: limit)
  }
  func news(after cursor: BatchCursor?, of id: String?, limit: Int) async throws -> GalleryJobs.BatchNews {
    try await store.news(after: cursor, of: id, limit: limit)
  }
  func sweep(_ limits: BatchLimits) async throws {
    try check()
    try await store.sweep(limits)
  }
}
