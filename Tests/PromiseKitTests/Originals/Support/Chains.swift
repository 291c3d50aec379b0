import Dispatch
import Foundation
import PromiseKit

/// Helpers as applications have them: generic, without constraints, recursive by local functions and given by name.
enum Chains {
  static func repeating<T>(
    _ times: Int,
    pause: DispatchTimeInterval,
    _ body: @escaping () -> Promise<T>
  ) -> Promise<T> {
    var left = times
    func turn() -> Promise<T> {
      left -= 1
      return body().recover { error -> Promise<T> in
        guard left > 0 else { throw error }
        return after(pause).then(on: nil, turn)
      }
    }
    return turn()
  }

  static func limited<T>(_ promise: Promise<T>, to seconds: TimeInterval, _ error: Error) -> Promise<T> {
    race(promise, after(seconds: seconds).then { Promise<T>(error: error) })
  }

  static func oneByOne(_ steps: [() -> Promise<Void>]) -> Promise<Void> {
    steps.reduce(Promise()) { $0.then($1) }
  }

  static func polling<T>(until isReady: @escaping (T) -> Bool, _ body: @escaping () -> Promise<T>) -> Promise<
    T
  > {
    body().then { value -> Promise<T> in
      isReady(value) ? .value(value) : after(seconds: 0).then { polling(until: isReady, body) }
    }
  }
}

extension Promise {
  func orNil() -> Guarantee<T?> {
    map { Optional($0) }.recover { _ in .value(nil) }
  }

  func report(to completion: @escaping (T?, Error?) -> Void) {
    done { completion($0, nil) }.catch(policy: .allErrors) { completion(nil, $0) }
  }
}

extension Thenable where T: Sequence {
  func oneAfterTheOther<U>(_ body: @escaping (T.Element) -> Promise<U>) -> Promise<[U]> {
    then { elements -> Promise<[U]> in
      elements.reduce(.value([])) { chain, element in
        chain.then { made in body(element).map { made + [$0] } }
      }
    }
  }
}
