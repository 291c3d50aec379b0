import Errands

/// What a callback is told, for a task. Cancellation does not cut it short: what is told has to be taken.
///
/// - Parameter ask: Is to have its callback called once.
/// - Returns: Nil where the callback was let go of without having been called.
func told<Value: Sendable>(_ ask: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value? {
  let answer = Settlement<Value>()
  ask { answer.settle(.success($0)) }
  return try? await answer.settled(onCancel: {}).get()
}
