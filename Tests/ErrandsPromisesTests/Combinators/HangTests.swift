import CoreFoundation
import Dispatch
import ErrandsPromises
import ErrandsTesting
import Foundation
import Testing

@Suite("Hang", .timeLimit(.minutes(1)))
struct HangTests {
  @Test("It gives the value, and throws the error, of a promise that has ended (33)")
  func ended() async {
    await onThread {
      #expect((try? hang(Promise.value(3))) == 3)
      #expect(throws: Broken.self) { try hang(Promise<Int>(error: Broken())) }
    }
  }

  @Test("Meanwhile the thread's run loop runs: its timers fire (33)")
  func runLoop() async {
    await onThread {
      let pending = Promise<Int>.pending()
      let timer = Timer(timeInterval: 0.001, repeats: false) { _ in pending.resolver.fulfill(5) }
      RunLoop.current.add(timer, forMode: .default)
      #expect((try? hang(pending.promise)) == 5)
    }
  }

  // It left a stop behind, and a program's own run loop, begun after it, returned at once.
  @Test("Whoever runs the loop next is not stopped")
  func leavesNoStop() async {
    await onThread {
      #expect((try? hang(Promise.value(3))) == 3)
      #expect(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.05, false) != .stopped)
    }
  }

  @Test("On the main thread it waits for what another thread resolves (33)")
  @MainActor
  func mainThread() throws {
    let promise = DispatchQueue.global().async(.promise) { () throws -> Int in 7 }
    #expect(try hang(promise) == 7)
  }

  /// A run loop forgets that it was stopped where it is not running yet.
  @Test("A promise that ends just as the loop begins is not missed")
  func noStopIsLost() async {
    let rounds = 300
    let pending = (0..<rounds).map { _ in Promise<Int>.pending() }
    await race(rounds: rounds) { round in
      #expect((try? hang(pending[round].promise)) == round)
    } _: { round in
      pending[round].resolver.fulfill(round)
    }
  }

  @Test("A promise that nobody is left to resolve does not hang for ever")
  func abandoned() async {
    await onThread {
      #expect(throws: (any Error).self) { try hang(Promise<Int> { _ in }) }
    }
  }
}
