public import Dispatch
import Errands
public import Foundation

/// Runs operations in order and within a limit, where Foundation's `OperationQueue` falls short: what a dependency's
/// end means is passed on at once, no wake-up is lost, a chain costs the same for each of its links, a barrier is
/// always waited for, and all operations count in its progress.
///
/// ```swift
/// let queue = AsyncOperationQueue("covers", maxConcurrentOperationCount: 4)
/// let download = ErrandOperation(fetchCover)
/// let filter = ErrandOperation { try await sepia(download.value) }
/// filter.addDependency(download)
/// queue.addOperations([download, filter])
/// try await queue.settled()
/// ```
///
/// Of those that wait, the highest priority goes first, and first come first served among equals. An operation begins
/// on a thread that is never the one that adds it, and one that blocks there holds up no other; of those that Foundation
/// starts, as long as dispatch has threads, on Linux 255 for each quality of service. It has its place from then on until
/// it has finished.
///
/// Its work has the task-local values of the task that adds it. Foundation starts its own operations without any.
///
/// A queue lives as long as it has an owner or one of its operations is under way. When it goes, what can never start
/// any more, because the queue was suspended or a dependency has not ended, is cancelled.
public final class AsyncOperationQueue: Sendable {
  let work: WorkQueue
  let members: OperationMembers

  /// Stands for as many operations as make sense on this machine: eight for each of its processors, and 16 at least.
  public static let defaultMaxConcurrentOperationCount = -1

  private let isMain: Bool

  /// An empty queue that is not suspended.
  ///
  /// - Parameters:
  ///   - name: What to call the queue. Default none.
  ///   - maxConcurrentOperationCount: How many operations may be under way at a time; see
  ///     ``maxConcurrentOperationCount``.
  ///   - qualityOfService: For operations that have none of their own.
  ///   - underlyingQueue: Where operations begin; see ``underlyingQueue``.
  public convenience init(
    _ name: String? = nil,
    maxConcurrentOperationCount: Int = AsyncOperationQueue.defaultMaxConcurrentOperationCount,
    qualityOfService: QualityOfService = .default,
    underlyingQueue: DispatchQueue? = nil
  ) {
    let work = WorkQueue(name, limit: Self.limit(maxConcurrentOperationCount))
    self.init(of: work, OperationMembers(of: work, name, qualityOfService))
    members.underlyingQueue = underlyingQueue
    members.face = self
  }

  /// The same queue under a new object, for a caller that asks when the object that it was made as has gone.
  init(of work: WorkQueue, _ members: OperationMembers, isMain: Bool = false) {
    self.work = work
    self.members = members
    self.isMain = isMain
  }

  private static func limit(_ count: Int) -> Int {
    guard count == defaultMaxConcurrentOperationCount else { return count }
    return max(16, 8 * ProcessInfo.processInfo.activeProcessorCount)
  }

  /// What the queue is called; nil where it was given no name.
  public var name: String? {
    get { members.name }
    set { if !isMain { members.name = newValue } }
  }

  /// How many operations may be under way at a time. Less than 1 counts as 1, but for
  /// ``defaultMaxConcurrentOperationCount``. More starts more at once; less lets those under way come to their end.
  public var maxConcurrentOperationCount: Int {
    get { work.limit }
    set { if !isMain { work.limit = Self.limit(newValue) } }
  }

  /// Counts for the operations that are added from now on, and have none of their own.
  public var qualityOfService: QualityOfService {
    get { members.qualityOfService }
    set { members.qualityOfService = newValue }
  }

  /// The dispatch queue on which operations begin; nil for threads of their own. Counts for the operations that are
  /// added from now on. On one that is serial, an operation that blocks holds up the others.
  public var underlyingQueue: DispatchQueue? {
    get { members.underlyingQueue }
    set { if !isMain { members.underlyingQueue = newValue } }
  }

  /// While a queue is suspended it starts nothing; what is under way goes on, and what is cancelled ends.
  public var isSuspended: Bool {
    get { work.isSuspended }
    set { if !isMain { work.isSuspended = newValue } }
  }

  /// What has not finished yet, as it was added, and in the order in which it was.
  public var operations: [Operation] {
    work.jobs.compactMap { ($0 as? OperationJob)?.member }
  }

  /// How many operations have not finished yet.
  public var operationCount: Int { work.count }

  /// Cancels everything that is in the queue now: first what waits, none of which starts any more, then what is under
  /// way. What is added later is not concerned.
  public func cancelAllOperations() { work.cancelAll() }

  /// Counts the operations: how many were ever added, and how many of them have ended, in whatever way. Neither number
  /// goes down, and they are equal whenever the queue is empty. Counted from the beginning, whenever it is asked for.
  public var progress: Progress { members.progress }
}
