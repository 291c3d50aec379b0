import Dispatch
import Errands
import ErrandsPromises
import ErrandsTesting
import Foundation
import Testing

@Suite("Dispatchers", .timeLimit(.minutes(1)))
struct DispatcherTests {
  /// Keeps the work until a test does it.
  private final class Held: Dispatcher {
    let works = Events<@Sendable () -> Void>()

    func dispatch(_ body: @escaping @Sendable () -> Void) { works.record(body) }
  }

  @Test("Every operator hands its handler to the dispatcher, and goes on when that has called it")
  func everyOperator() async throws {
    let known = KnownQueue("dispatched")
    let on = Delivery.queue(known.queue)
    let heard = Events<Bool>()
    let note: @Sendable () -> Void = { heard.record(known.isCurrent) }
    Promise.value(1)
      .then(on: on) { value -> Promise<Int> in
        note()
        return .value(value)
      }
      .map(on: on) { value -> Int in
        note()
        return value
      }
      .compactMap(on: on) { value -> Int? in
        note()
        return value
      }
      .get(on: on) { _ in note() }
      .tap(on: on) { _ in note() }
      .ensure(on: on) { note() }
      .ensureThen(on: on) {
        note()
        return Guarantee.value
      }
      .done(on: on) { _ in
        note()
        throw Broken()
      }
      .recover(on: on) { error -> Promise<Void> in
        note()
        throw error
      }
      .recover(on: on) { (error) throws -> Void in
        note()
        throw error
      }
      .catch(on: on) { _ in note() }
      .finally(on: on) { note() }
    _ = try await heard.event(12)
    #expect(heard.all == Array(repeating: true, count: 12))
  }

  @Test("A guarantee's operators hand their handlers to the dispatcher, and give guarantees")
  func guarantees() async throws {
    let known = KnownQueue("dispatched")
    let on = Delivery.queue(known.queue)
    let end: Guarantee<Bool> = Guarantee.value(1)
      .then(on: on) { value in Guarantee.value(value + (known.isCurrent ? 1 : 100)) }
      .get(on: on) { _ in #expect(known.isCurrent) }
      .map(on: on) { value in known.isCurrent && value == 2 }
    #expect(await end.async())
    let recovered: Guarantee<Int> = Promise<Int>(error: Broken()).recover(on: on) { _ in Guarantee.value(3) }
    #expect(await recovered.async() == 3)
    let forgiven: Guarantee<Void> = Promise<Void>(error: Broken()).recover(on: on) { _ in }
    await forgiven.async()
    let done: Guarantee<Void> = Guarantee.value(1).done(on: on) { _ in #expect(known.isCurrent) }
    await done.async()
  }

  @Test("A dispatcher of one's own decides when a handler is called")
  func ownDispatcher() async throws {
    let held = Held()
    let mapped = Promise.value(1).map(on: held) { $0 + 1 }
    #expect(mapped.isPending)
    held.works.all.forEach { $0() }
    #expect(mapped.value == 2)
    #expect(held.works.count == 1)
  }

  @Test("CurrentThreadDispatcher calls on the spot, like on: nil, with chains as long as one likes")
  func currentThread() async {
    #expect(Promise.value(1).map(on: CurrentThreadDispatcher()) { $0 + 1 }.value == 2)
    let heard = Events<Int?>()
    await onThread {
      let (start, seal) = Promise<Int>.pending()
      var end = start
      for _ in 0..<RuleSizes.chain { end = end.map(on: CurrentThreadDispatcher()) { $0 + 1 } }
      seal.fulfill(0)
      heard.record(end.value)
    }
    #expect(heard.all == [RuleSizes.chain])
  }

  @Test("Everything that the core delivers to is a dispatcher")
  @MainActor
  func deliveries() async throws {
    let isOnMain = Promise.value(1).map(on: Delivery.mainActor) { _ in
      MainActor.assertIsolated()
      return true
    }
    #expect(isOnMain.isPending)
    #expect(try await isOnMain.async())
    let operations = OperationQueue()
    let isOnQueue = Promise.value(1).map(on: Delivery.operationQueue(operations)) { _ in
      OperationQueue.current === operations
    }
    #expect(try await isOnQueue.async())
    #expect(Promise.value(1).map(on: Delivery.immediate) { $0 }.value == 1)
  }

  @Test("A dispatcher that throws the work away abandons the promise")
  func thrownAway() async {
    let promise = Promise.value(1).map(on: Delivery { _ in }) { $0 }
    #expect(promise.isPending)
    await #expect(throws: AbandonedError.self) { try await promise.async() }
  }

  /// Beside the operators with dispatchers those with queues have to stay what they were, in spelling and in what
  /// they cost the compiler: with `some Dispatcher` this chain was refused as too complex.
  @Test("Queues in every spelling are as unambiguous as before")
  func spellings() async throws {
    let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let optional: DispatchQueue? = concurrent
    let dispatcher: any Dispatcher = concurrent
    let end = Promise.value(1)
      .map(on: .global()) { $0 + 1 }
      .map(on: nil) { $0 + 1 }
      .map(on: .main) { $0 + 1 }
      .map(on: concurrent) { $0 + 1 }
      .map(on: optional) { $0 + 1 }
      .map(on: dispatcher) { $0 + 1 }
      .map(on: DispatchQueue.global(qos: .utility)) { $0 + 1 }
      .map(on: .global(qos: .background), flags: .barrier) { $0 + 1 }
      .map { $0 + 1 }
    #expect(try await end.async() == 10)
    let failed = Promise<Void>(error: Broken())
    #expect(type(of: failed.recover(on: concurrent) { _ in }) == Guarantee<Void>.self)
    #expect(type(of: failed.recover(on: .global()) { throw $0 }) == Promise<Void>.self)
    #expect(type(of: failed.recover(on: dispatcher) { _ in Guarantee<Void>() }) == Guarantee<Void>.self)
    #expect(type(of: failed.recover(on: nil) { _ in Promise<Void>() }) == Promise<Void>.self)
  }
}
