import PromiseKit

/// A thenable of an application's own, written without a word about concurrency.
final class Bell<Value>: Thenable {
  private var listeners: [(PromiseKit.Result<Value>) -> Void] = []
  private(set) var result: PromiseKit.Result<Value>?

  func pipe(to listener: @escaping (PromiseKit.Result<Value>) -> Void) {
    if let result = result { listener(result) } else { listeners.append(listener) }
  }

  func ring(_ value: Value) {
    result = .fulfilled(value)
    listeners.forEach { $0(.fulfilled(value)) }
    listeners = []
  }
}
