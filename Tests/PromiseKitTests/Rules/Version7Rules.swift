import Dispatch
import PromiseKit
import Testing

/// As the application that tried version 7 wrote it: without `@Sendable`.
private final class Recording: Dispatcher {
  var count = 0

  func dispatch(_ body: @escaping () -> Void) {
    count += 1
    body()
  }
}

@Suite("What version 7 added, in Swift 5 mode", .serialized, .timeLimit(.minutes(1)))
struct Version7Rules {
  @Test("A dispatcher of the application's own calls the handlers of every operator")
  func ownDispatcher() {
    let dispatcher = Recording()
    var heard: [String] = []
    let finished = DispatchSemaphore(value: 0)
    Promise.value(1).then(on: dispatcher) { Promise.value($0 + 1) }
      .map(on: dispatcher) { $0 + 1 }
      .compactMap(on: dispatcher) { Optional($0) }
      .get(on: dispatcher) { heard.append("get \($0)") }
      .tap(on: dispatcher) { _ in heard.append("tap") }
      .ensure(on: dispatcher) { heard.append("ensure") }
      .ensureThen(on: dispatcher) { Guarantee.value }
      .done(on: dispatcher) { _ in throw StoreError.refused }
      .recover(on: dispatcher) { throw $0 }
      .catch(on: dispatcher) { heard.append("\($0)") }
      .finally(on: dispatcher) { finished.signal() }
    // ensureThen has its further hop through conf, so the ones behind it come later, and on another thread.
    finished.wait()
    #expect(dispatcher.count == 11)
    #expect(heard == ["get 3", "tap", "ensure", "refused"])
  }

  @Test("catch(only:) cascades over errors by value and by type")
  func cascade() {
    func heard(_ error: Error) -> [String] {
      var heard: [String] = []
      withConfiguration {
        conf.Q = (nil, nil)
        Promise<Article>(error: error)
          .catch(only: StoreError.refused) { _ in heard.append("refused") }
          .catch(only: StoreError.self) { heard.append("store \($0)") }
          .catch { heard.append("other \($0)") }
          .finally { heard.append("finally") }
      }
      return heard
    }
    #expect(heard(StoreError.refused) == ["refused", "finally"])
    #expect(heard(StoreError.missing(1)) == ["store missing(1)", "finally"])
    #expect(heard(PMKError.badInput).last == "finally")
    #expect(heard(PMKError.badInput).count == 2)
    #expect(heard(PMKError.cancelled) == ["finally"])
  }

  @Test("recover(only:) recovers from errors by value and by type")
  func recoverOnly() {
    withConfiguration {
      conf.Q = (nil, nil)
      let failed = Promise<Int>(error: StoreError.refused)
      #expect(failed.recover(only: StoreError.refused) { _ in Promise.value(1) }.value == 1)
      #expect(failed.recover(only: StoreError.missing(1)) { _ in Promise.value(1) }.isRejected)
      #expect(failed.recover(only: StoreError.self) { _ in Guarantee.value(2) }.value == 2)
      #expect(failed.recover(only: PMKError.self) { _ in Guarantee.value(2) }.isRejected)
      let nothing = failed.asVoid()
      #expect(nothing.recover(only: StoreError.refused) { _ in }.isFulfilled)
      #expect(nothing.recover(only: StoreError.self) { throw $0 }.isRejected)
    }
  }
}
