import Dispatch
import Foundation

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
