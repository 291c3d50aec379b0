public import Errands

extension Delivery {
  /// The kind of the handlers that are called here.
  @inlinable
  package var eagerKind: EagerKind { isImmediate ? .step : isPrompt ? .queued : .foreign }
}
