import Errands
import ErrandsPromises

/// A `Thenable` of an application's own: known only by what the protocol asks for.
final class Rope<T: Sendable>: Thenable {
  private typealias Handler = @Sendable (Result<T>) -> Void

  private let state = Lock<(result: Result<T>?, handlers: [Handler])>((nil, []))

  var result: Result<T>? { state.withLock { $0.result } }

  func pipe(to: @escaping @Sendable (Result<T>) -> Void) {
    let result = state.withLock { state in
      if state.result == nil { state.handlers.append(to) }
      return state.result
    }
    if let result { to(result) }
  }

  func resolve(_ result: Result<T>) {
    let handlers = state.withLock { state in
      state.result = result
      defer { state.handlers = [] }
      return state.handlers
    }
    for handler in handlers { handler(result) }
  }
}
