import Dispatch
import Errands
import Foundation

/// The threads on which operations of one quality of service begin their work: dispatch's.
///
/// One hop to a dispatch queue for each operation would cost as much as all the rest. So a thread that has come goes on
/// with the next operation, and another one is sent for before it begins, in case that it blocks: with operations that
/// do not block, the second one is still on its way when the last of them has begun.
final class OperationThreads: Sendable {
  typealias Step = @Sendable (AnyAsyncOperation) -> Void

  /// A type of its own: of a function that is an element by itself, each way in and out makes an object.
  private struct Job: Sendable {
    let operation: AnyAsyncOperation
    let members: OperationMembers?
    let step: Step
  }

  private struct State: Sendable {
    var jobs = FirstInFirstOut<Job>()
    var isComing = false
  }

  let queue: DispatchQueue
  private let state = SleepingLock(State())

  private init(_ qos: DispatchQoS.QoSClass) {
    queue = .global(qos: qos)
  }

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
    let sends = state.withLock { state in
      state.jobs.append(Job(operation: operation, members: members, step: step))
      defer { state.isComing = true }
      return !state.isComing
    }
    if sends { send() }
  }

  private func send() {
    #if ERRANDS_EXPLORED
      // What an explored thread sends for is explored with it.
      if let interleaver = Interleaving.current { return interleaver.take("operations") { self.work() } }
    #endif
    queue.async { self.work() }
  }

  private func work() {
    state.withLock { $0.isComing = false }
    while true {
      let (job, sends) = state.withLock { state in
        let job = state.jobs.popFirst()
        let sends = !state.jobs.isEmpty && !state.isComing
        if sends { state.isComing = true }
        return (job, sends)
      }
      if sends { send() }
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

  var queue: DispatchQueue { underlyingQueue ?? threads.queue }

  /// Takes the next step of the operation, soon and outside this call.
  func start(_ operation: AnyAsyncOperation, _ step: @escaping OperationThreads.Step) {
    guard let underlyingQueue else { return threads.start(operation, in: members, step) }
    // One step at a time: the queue has other things to do.
    underlyingQueue.async { [members] in OperationMembers.perform(step, of: operation, in: members) }
  }
}
