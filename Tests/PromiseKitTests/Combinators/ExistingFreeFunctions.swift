import Dispatch
import Foundation
import PromiseKit
import Testing

/// The other free functions, as code that was written for PromiseKit calls them.
@Suite("Firstly, after, race and queues, in existing code", .timeLimit(.minutes(1)))
struct ExistingFreeFunctions {
  @Test("A chain with an indicator that is shown and hidden")
  func indicator() async throws {
    var shown: [Bool] = []
    let title = firstly { () -> Promise<Cover> in
      shown.append(true)
      return .value(Cover(title: "Blue Train"))
    }.then { cover in
      after(seconds: 0.001).map { cover.title }
    }.ensure {
      shown.append(false)
    }
    #expect(try await title.async() == "Blue Train")
    #expect(shown == [true, false])
  }

  @Test("A guarantee first, and then one after the other")
  func guarantees() async {
    var order: [Int] = []
    await firstly { after(.milliseconds(1)) }
      .done { order.append(1) }
      .then { after(seconds: 0) }
      .done { order.append(2) }
      .async()
    #expect(order == [1, 2])
  }

  @Test("A load against a timer")
  func timeout() async throws {
    let slow = Promise<Cover>.pending()
    let timer = after(.milliseconds(1)).then { Promise<Cover>(error: Refused()) }
    await #expect(throws: Refused.self) { try await race(slow.promise, timer).asVoid().async() }
    let fast = Promise.value(Cover(title: "a"))
    #expect(try await race([slow.promise, fast]).map { $0.title }.async() == "a")
    #expect(try await race(fulfilled: [timer, fast]).map { $0.title }.async() == "a")
    #expect(await race(Guarantee.value(1), after(seconds: 60).map { 2 }).async() == 1)
  }

  @Test("A retry, as the handbook of the time shows it")
  func retry() async throws {
    func attempt<T>(times: Int, wait: DispatchTimeInterval, _ body: @escaping () -> Promise<T>) -> Promise<T>
    {
      var attempts = 0
      func again() -> Promise<T> {
        attempts += 1
        return body().recover { error -> Promise<T> in
          guard attempts < times else { throw error }
          return after(wait).then(on: nil, again)
        }
      }
      return again()
    }
    var calls = 0
    let third = attempt(times: 3, wait: .milliseconds(1)) { () -> Promise<Int> in
      calls += 1
      return calls < 3 ? Promise(error: Refused()) : .value(calls)
    }
    #expect(try await third.async() == 3)
  }

  @Test("Work on a queue, with and without errors")
  func queue() async throws {
    #expect(try await reading().async() == "read")
    #expect(await title(of: Cover(title: "seen")).async() == "seen")
  }

  private func reading() -> Promise<String> {
    var read = Cover(title: "")
    return DispatchQueue.global().async(.promise) {
      guard read.title.isEmpty else { throw Refused() }
      read = Cover(title: "read")
      return read.title
    }
  }

  private func title(of cover: Cover) -> Guarantee<String> {
    DispatchQueue.global().async(.promise) { cover.title }
  }

  @Test("A tool that hangs until its work is done")
  func hanging() throws {
    var done = false
    let work = DispatchQueue.global().async(.promise) { () throws -> Cover in
      done = true
      return Cover(title: "done")
    }
    #expect(try hang(work).title == "done")
    #expect(done)
  }
}
