extension Executor: CustomStringConvertible, CustomDebugStringConvertible {
  /// The executor in words.
  public var description: String {
    switch self {
    case .default: "Executor: default"
    case .immediate: "Executor: immediate"
    case .mainThread: "Executor: mainThread"
    case .queue(let queue): "Executor: queue(\(queue.label))"
    case .operationQueue(let queue): "Executor: operationQueue(\(queue.name ?? "unnamed"))"
    case .closure: "Executor: closure"
    case .escapingClosure: "Executor: escapingClosure"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}
