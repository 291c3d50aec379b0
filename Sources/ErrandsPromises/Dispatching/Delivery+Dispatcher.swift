import Dispatch
public import Errands

extension Delivery {
  /// What `on:` of an operator says, where it names a dispatcher: below it there is only one kind of executor.
  @usableFromInline
  static func through(_ dispatcher: any Dispatcher) -> Delivery {
    switch dispatcher {
    case let delivery as Delivery: delivery
    case let queue as DispatchQueue: .asynchronous(queue, nil)
    case is CurrentThreadDispatcher: .immediate
    default: Delivery { work in dispatcher.dispatch(work) }
    }
  }
}
