import Dispatch
import Errands
import Synchronization

/// A queue in the place of a dispatcher that is none: in ``PMKConfiguration/Q``, from which the operators have their
/// queue where `on:` is missing. Nothing is ever put on it; ``Delivery/on(_:_:)`` finds the dispatcher again.
enum StandInQueue {
  private static let key = DispatchSpecificKey<any Dispatcher>()
  /// Hardly a program makes one, and the others are not to pay for the look into a queue.
  private static let isAnyMade = Atomic(false)

  static func make(for dispatcher: any Dispatcher) -> DispatchQueue {
    let queue = DispatchQueue(label: "in the place of a dispatcher")
    queue.setSpecific(key: key, value: dispatcher)
    isAnyMade.store(true, ordering: .releasing)
    return queue
  }

  static func dispatcher(of queue: DispatchQueue) -> (any Dispatcher)? {
    isAnyMade.load(ordering: .acquiring) ? queue.getSpecific(key: key) : nil
  }
}
