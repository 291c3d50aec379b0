import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

/// Every one of them was broken with Swift's `CancellationError`, for which a `catch` is not called: the alert that an
/// application had an error of its own for never came.
@Suite("A promise of an errand", .timeLimit(.minutes(1)))
struct CancelledErrandTests {
  private let heard = Events<String>()
  private let callbacks = Kept<Callback<Int>>()

  private func promise(in scope: Scope? = nil) -> Promise<Int> {
    Errand<Int>.fromCallback { [heard, callbacks] callback in
      callback.onCancel { heard.record("stopped") }
      callbacks.set(callback)
    }.promise(in: scope)
  }

  @Test("is broken with what it is cancelled with, the first time")
  func ownError() {
    let promise = promise()
    promise.catch(on: nil) { [heard] in heard.record("\($0)") }
    promise.cancel(with: Broken(number: 1))
    promise.cancel(with: Broken(number: 2))
    #expect(promise.error as? Broken == Broken(number: 1))
    #expect(heard.all == ["stopped", "\(Broken(number: 1))"])
  }

  @Test("is broken with what a link behind it is cancelled with")
  func ofALink() {
    let promise = promise()
    let link = promise.map(on: nil) { $0 + 1 }
    link.cancel(with: Broken(number: 3))
    #expect(promise.error as? Broken == Broken(number: 3) && link.error as? Broken == Broken(number: 3))
    #expect(heard.all == ["stopped"])
  }

  @Test("is cancelled in PromiseKit's words by cancel(), and in Swift's by the scope of its run")
  func words() {
    let promise = promise()
    promise.cancel()
    guard case PMKError.cancelled? = promise.error else {
      Issue.record("\(String(describing: promise.error))")
      return
    }
    let scope = Scope()
    let other = self.promise(in: scope)
    scope.cancel()
    #expect(other.error is CancellationError)
  }
}
