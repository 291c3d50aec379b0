import Dispatch
import Errands
import Foundation

/// Stands for an operation that is not of this module in a queue of ours.
///
/// Only Foundation knows when such an operation is ready: it counts the dependencies, an override of `isReady` is asked
/// again at each notification, and a start before that ends the process. So the operation is in a queue of Foundation's
/// too, a private one, from the beginning. That queue starts it, on threads that it gets only when its turn in ours has
/// come.
final class ForeignOperation: AsyncOperation<Void>, @unchecked Sendable {
  // Sendable: what changes lies behind a lock.
  private struct State: Sendable {
    /// Told when the operation has become ready.
    var ready: (@Sendable () -> Void)?
    /// Whose turn it is, until Foundation's operation has finished.
    var callback: Callback<Void>?
    /// Told when that has finished.
    var leaving: (@Sendable () -> Void)?
    var wasReady = false
    var isFree = false
    var hasFinished = false
    /// Whether its thread is one that is given back.
    var hasPlace = false
  }

  private enum Event: Sendable {
    case none
    case ready(@Sendable () -> Void)
    case cancelled
    case finished(Callback<Void>?, ready: (@Sendable () -> Void)?, leaving: (@Sendable () -> Void)?)
  }

  let foreign: Operation
  /// Whether it had been started before it was added. Then it is only waited for.
  let hasBegun: Bool
  private let members: OperationMembers
  private let target: OperationTarget
  private let threads: DispatchQueue
  private let entry = Lock(State())

  init(_ operation: Operation, _ members: OperationMembers, on target: OperationTarget) {
    foreign = operation
    hasBegun = operation.isExecuting || operation.isFinished
    self.members = members
    self.target = target
    threads = target.makeQueue("\(type(of: operation))")
    super.init(name: operation.name ?? "\(type(of: operation))")
    operation.clearCompletionBlockOnceCalled()
    queuePriority = operation.queuePriority
    qualityOfService = operation.qualityOfService
    whenEnded { [weak self] failure in
      if failure != nil { self?.abort() }
    }
  }

  /// An inactive dispatch queue that is freed ends the process.
  deinit {
    free()
    givePlaceBack()
  }

  /// The turn has come.
  override func run(_ callback: Callback<Void>) {
    let hasFinished = entry.withLock { state in
      if !state.hasFinished { state.callback = callback }
      return state.hasFinished
    }
    if hasFinished { return endElsewhere(callback) }
    if hasBegun { foreign.whenFinished { [self] _ in _ = look(in: nil) } } else { free() }
  }

  /// Whether it works: also where what stands for it was cancelled.
  var isAtWork: Bool { entry.withLock { $0.callback != nil } }

  /// Calls it when the operation works no longer; now, where it does not.
  func whenDone(_ call: @escaping @Sendable () -> Void) {
    let isDone = entry.withLock { state in
      if state.callback == nil { return true }
      state.leaving = call
      return false
    }
    if isDone { call() }
  }

  /// An operation that is never started never finishes, and its dependents in a queue of Foundation's would wait for
  /// ever.
  private func abort() {
    if !foreign.isCancelled { foreign.cancel() }
    if !hasBegun { free() }
  }

  /// Foundation gets the thread to start it on.
  private func free() {
    let isFirst = entry.withLock { state in
      defer { state.isFree = true }
      return !state.isFree
    }
    guard isFirst, target.activate(threads) else { return }
    let isOver = entry.withLock { state in
      state.hasPlace = !state.hasFinished
      return state.hasFinished
    }
    if isOver { target.givePlaceBack() }
  }

  private func givePlaceBack() {
    let hadPlace = entry.withLock { state in
      defer { state.hasPlace = false }
      return state.hasPlace
    }
    if hadPlace { target.givePlaceBack() }
  }

  /// The thread that finishes the operation may hold a lock of its own, and the one that begins it has other things to do.
  private func endElsewhere(_ callback: Callback<Void>) {
    WorkerThreads.shared.start { callback(self.foreign.isCancelled ? CancellationError() : nil) }
  }

  /// Looks what has become of the operation. Called whenever something has; true when it has finished.
  ///
  /// An operation that has finished leaves Foundation's queue when all its dependents have heard of that: before, the
  /// end of its place here could be that of the queue, and cancel them.
  fileprivate func look(in queue: OperationQueue?) -> Bool {
    let isFinished = foreign.isFinished && queue?.operations.contains(foreign) != true
    let (isCancelled, isReady) = (foreign.isCancelled, foreign.isReady)
    switch entry.withLock({ Self.event(&$0, isFinished, isCancelled, isReady) }) {
    case .none: break
    case .ready(let handler):
      if queuePriority != foreign.queuePriority { queuePriority = foreign.queuePriority }
      handler()
    case .cancelled: cancel()
    case .finished(let callback, let ready, let leaving):
      detach()
      free()
      givePlaceBack()
      ready?()
      if let callback { endElsewhere(callback) }
      if let leaving { WorkerThreads.shared.start(leaving) }
    }
    return isFinished
  }

  private static func event(
    _ state: inout State,
    _ isFinished: Bool,
    _ isCancelled: Bool,
    _ isReady: Bool
  ) -> Event {
    if isFinished {
      if state.hasFinished { return .none }
      state.hasFinished = true
      return .finished(state.callback.take(), ready: state.ready.take(), leaving: state.leaving.take())
    }
    if state.isFree { return .none }
    if isCancelled { return .cancelled }
    guard isReady, !state.wasReady else { return .none }
    state.wasReady = true
    return state.ready.take().map { .ready($0) } ?? .none
  }

  /// On Linux a dependency holds its dependents without a reference: an operation that was cancelled, and freed before
  /// the dependency had finished, crashed the process.
  private func detach() {
    for dependency in foreign.dependencies where !dependency.isFinished {
      foreign.removeDependency(dependency)
    }
  }
}

/// A queue that waits until it is ready puts it into Foundation's queue.
extension ForeignOperation: WorkDependency {
  func whenSettled(notifying dependent: @escaping @Sendable (_ failure: (any Error)?) -> Void) {
    entry.withLock { $0.ready = { dependent(nil) } }
    let queue = ForeignQueue(members)
    queue.underlyingQueue = threads
    queue.addWithNudge([foreign, ForeignObserver(of: self, in: queue)])
  }
}

/// A queue of Foundation's for one operation in a queue of ours.
final class ForeignQueue: OperationQueue, @unchecked Sendable {
  // Sendable: set once.
  let members: OperationMembers

  init(_ members: OperationMembers) {
    self.members = members
    super.init()
  }
}

/// Hears of what becomes of an operation: there are no observers by keys on Linux, and Foundation's queue, which is
/// told, passes nothing on. But whenever it is told, it asks the other operations that wait in it whether they are
/// ready.
private final class ForeignObserver: Operation, @unchecked Sendable {
  // Sendable: what changes lies behind a lock.
  /// Held, and with it the operation: the queue's list of waiting operations may lead to it until this one has left.
  private let observed: ForeignOperation
  private weak let queue: ForeignQueue?
  private let hasLeft = Lock(false)

  init(of operation: ForeignOperation, in queue: ForeignQueue) {
    observed = operation
    self.queue = queue
  }

  override var isReady: Bool {
    let hasFinished = observed.look(in: queue)
    if hasFinished { leave() }
    return hasFinished
  }

  /// Lets the queue start this one, which does nothing, and go.
  private func leave() {
    let isFirst = hasLeft.withLock { hasLeft in
      defer { hasLeft = true }
      return !hasLeft
    }
    guard isFirst else { return }
    willChangeValue(forKey: "isReady")
    didChangeValue(forKey: "isReady")
  }
}
