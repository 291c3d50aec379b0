import Dispatch
import Errands
import Foundation

/// The threads on which operations of one quality of service begin their work.
///
/// One hop to a dispatch queue for each operation would cost as much as all the rest. So a thread that has come goes on
/// with the next operation, and another one is sent for before it begins, in case that it blocks: with operations that
/// do not block, the second one is still on its way when the last of them has begun.
///
/// As many as there are processors are those of dispatch's global queue; all others are the core's, which has as many as
/// are needed. Dispatch lets another thread come once a second where the first few are blocked: operations that blocked
/// held up those of all other queues.
final class OperationThreads: Sendable {
  typealias Step = @Sendable (AnyAsyncOperation) -> Void

  /// A type of its own: of a function that is an element by itself, each way in and out makes an object.
  private struct Job: Sendable {
    let operation: AnyAsyncOperation
    let members: OperationMembers?
    let step: Step
  }

  /// Whose thread it is.
  private enum Origin: Sendable { case dispatch, core }

  private struct State: Sendable {
    var jobs = FirstInFirstOut<Job>()
    var isComing = false
    /// How many of dispatch's threads are not in use.
    var places = ProcessInfo.processInfo.activeProcessorCount

    /// Takes one of dispatch's threads; false where all are in use.
    mutating func takePlace() -> Bool {
      defer { if places > 0 { places -= 1 } }
      return places > 0
    }

    /// Whence one more thread is to come.
    mutating func send() -> Origin? {
      if isComing || jobs.isEmpty { return nil }
      isComing = true
      return takePlace() ? .dispatch : .core
    }

    /// The next operation for a thread, which goes where there is none.
    mutating func next(_ origin: Origin) -> Job? {
      let job = jobs.popFirst()
      if job == nil, origin == .dispatch { places += 1 }
      return job
    }
  }

  let qos: DispatchQoS
  let queue: DispatchQueue
  private let state = SleepingLock(State())

  private init(_ qos: DispatchQoS) {
    self.qos = qos
    queue = .global(qos: qos.qosClass)
  }

  /// For a thread that Foundation takes. False where all of dispatch's are in use.
  func takePlace() -> Bool { state.withLock { $0.takePlace() } }
  func givePlaceBack() { state.withLock { $0.places += 1 } }

  private static let userInteractive = OperationThreads(.userInteractive)
  private static let userInitiated = OperationThreads(.userInitiated)
  private static let standard = OperationThreads(.default)
  private static let utility = OperationThreads(.utility)
  private static let background = OperationThreads(.background)

  static func of(_ qualityOfService: QualityOfService) -> OperationThreads {
    switch qualityOfService {
    case .userInteractive: userInteractive
    case .userInitiated: userInitiated
    case .utility: utility
    case .background: background
    default: standard
    }
  }

  /// Takes the next step of the operation, which may block, on a thread of its own, soon and outside this call.
  func start(_ operation: AnyAsyncOperation, in members: OperationMembers?, _ step: @escaping Step) {
    let origin = state.withLock { state in
      state.jobs.append(Job(operation: operation, members: members, step: step))
      return state.send()
    }
    if let origin { send(origin) }
  }

  private func send(_ origin: Origin) {
    #if ERRANDS_EXPLORED
      // What an explored thread sends for is explored with it.
      if let interleaver = Interleaving.current {
        return interleaver.take("operations") { self.work(origin) }
      }
    #endif
    switch origin {
    case .dispatch: queue.async { self.work(origin) }
    case .core: WorkerThreads.shared.start { self.work(origin) }
    }
  }

  private func work(_ origin: Origin) {
    state.withLock { $0.isComing = false }
    while true {
      let (job, next) = state.withLock { ($0.next(origin), $0.send()) }
      if let next { send(next) }
      guard let job else { return }
      OperationMembers.perform(job.step, of: job.operation, in: job.members)
    }
  }
}

/// Where an operation works: on the dispatch queue that its queue was given, or else on threads of its own quality of
/// service, where it has one, or of its queue's.
struct OperationTarget: Sendable {
  private let underlyingQueue: DispatchQueue?
  private let qualityOfService: QualityOfService
  private let members: OperationMembers?

  init(
    for operation: Operation,
    _ membership: OperationMembers.Membership? = nil,
    in members: OperationMembers? = nil
  ) {
    let own = operation.qualityOfService
    qualityOfService = own == .default ? membership?.qualityOfService ?? own : own
    underlyingQueue = membership?.underlyingQueue
    self.members = members
  }

  private var threads: OperationThreads { .of(qualityOfService) }

  /// A queue for one operation that Foundation starts, once it has been activated.
  func makeQueue(_ label: String) -> DispatchQueue {
    let target = underlyingQueue ?? threads.queue
    return DispatchQueue(label: label, attributes: [.concurrent, .initiallyInactive], target: target)
  }

  /// Activates it; with a thread of its own where all of dispatch's are in use. True where it takes one of these, which is
  /// to be given back by ``givePlaceBack()``.
  func activate(_ queue: DispatchQueue) -> Bool {
    let takesPlace = underlyingQueue == nil && threads.takePlace()
    // What is serial has a thread whatever others do.
    if underlyingQueue == nil, !takesPlace {
      queue.setTarget(queue: DispatchQueue(label: queue.label, qos: threads.qos))
    }
    queue.activate()
    return takesPlace
  }

  func givePlaceBack() { threads.givePlaceBack() }

  /// Takes the next step of the operation, soon and outside this call.
  func start(_ operation: AnyAsyncOperation, _ step: @escaping OperationThreads.Step) {
    guard let underlyingQueue else { return threads.start(operation, in: members, step) }
    // One step at a time: the queue has other things to do.
    underlyingQueue.async { [members] in OperationMembers.perform(step, of: operation, in: members) }
  }
}
