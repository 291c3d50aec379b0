import Synchronization

/// What a benchmark keeps until it needs it.
final class Held<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  func set(_ value: Value) {
    values.withLock { $0.append(value) }
  }

  func take() -> Value? { takeAll().last }

  func takeAll() -> [Value] {
    values.withLock { values in
      defer { values = [] }
      return values
    }
  }
}
