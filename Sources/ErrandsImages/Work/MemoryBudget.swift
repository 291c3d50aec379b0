import Errands
import Foundation

/// The memory that all jobs of a pool may take together. A thread that asks for more waits until others have given
/// back: the one with the highest priority first, and of equals the one that has waited longest, so that a large job is
/// not passed by small ones for ever.
///
/// Twice looked at: at what the jobs said that they would need, and at what the pixels of the process really take,
/// with those of pictures that the application holds. A job that is alone is let in whatever others hold: it would
/// wait for ever.
final class MemoryBudget: @unchecked Sendable {
  // Sendable: all of it is behind the condition's lock.
  private let condition = NSCondition()
  private var bytes: Int
  private var reservedBytes = 0
  private var holders = 0
  /// In the order in which they came.
  private var waiting: [ImageJob] = []
  private let measure: @Sendable () -> Int

  init(limit: Int, measure: @escaping @Sendable () -> Int = { Vips.memoryInUse }) {
    bytes = limit
    self.measure = measure
  }

  var limit: Int {
    get { condition.withLock { bytes } }
    set {
      condition.withLock { bytes = newValue }
      wake()
    }
  }

  var reserved: Int { condition.withLock { reservedBytes } }
  var waitingCount: Int { condition.withLock { waiting.count } }

  /// - Parameters:
  ///   - job: The job that asks, and is asked whether it is still wanted.
  ///   - isFirst: Whether it holds nothing yet. One that holds something must not wait for one that waits for it, and is
  ///     given what it asks for.
  func reserve(_ needed: Int, for job: ImageJob, isFirst: Bool) throws {
    condition.lock()
    defer { condition.unlock() }
    if isFirst { waiting.append(job) }
    defer { if isFirst { leave(job) } }
    while true {
      try job.check()
      guard needed <= bytes else { throw ImageError.tooMuchMemory(needed: needed, limit: bytes) }
      if !isFirst || next === job && hasRoom(for: needed) { break }
      condition.wait()
    }
    reservedBytes += needed
    if isFirst { holders += 1 }
  }

  func release(_ returned: Int) {
    guard returned > 0 else { return }
    condition.withLock {
      reservedBytes -= returned
      holders -= 1
      condition.broadcast()
    }
  }

  /// The jobs that wait look again.
  func wake() { condition.withLock { condition.broadcast() } }

  private var next: ImageJob? {
    waiting.reduce(nil) { best, job in best.map { $0.priority >= job.priority } == true ? best : job }
  }

  private func leave(_ job: ImageJob) {
    waiting.removeAll { $0 === job }
    condition.broadcast()
  }

  private func hasRoom(for needed: Int) -> Bool {
    holders == 0 || max(reservedBytes, measure()) + needed <= bytes
  }
}
