import Dispatch
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Rules of queues", .serialized, .timeLimit(.minutes(1)))
struct QueueRules {
  @Test("A handler for the main queue never runs before the call that attaches it returns (5)")
  @MainActor
  func neverInline() async throws {
    let order = Events<String>()
    Promise.value(1).done(on: .main) { _ in order.record("on main") }.cauterize()
    Promise.value(1).done { _ in order.record("without on") }.cauterize()
    Guarantee.value(1).done { _ in order.record("of a guarantee") }
    order.record("attached")
    _ = try await order.event(4)
    #expect(order.all == ["attached", "on main", "without on", "of a guarantee"])
  }

  @Test("The flag barrier is a barrier on a concurrent queue (7)")
  func flagsReachTheQueue() async throws {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let heard = Events<Int>()
    Promise.value(1).map(on: queue, flags: .barrier) { value -> Int in
      dispatchPrecondition(condition: .onQueueAsBarrier(queue))
      heard.record(value)
      return value
    }.done(on: queue, flags: [.barrier]) { value in
      dispatchPrecondition(condition: .onQueueAsBarrier(queue))
      heard.record(value + 1)
    }.ensure(on: queue, flags: .barrier) {
      dispatchPrecondition(condition: .onQueueAsBarrier(queue))
      heard.record(3)
    }.cauterize()
    _ = try await heard.event(3)
    #expect(heard.all == [1, 2, 3])
  }

  @Test("Every operator calls its handler on the queue that it is given (8)")
  func queueGiven() async throws {
    let known = KnownQueue("given")
    let on = known.queue
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
      .catch(on: on) { _ in note() }
      .finally(on: on) { note() }
    _ = try await heard.event(11)
    #expect(heard.all == Array(repeating: true, count: 11))
  }

  @Test("asVoid and a promise of a promise use no queue (8)")
  func withoutQueue() {
    #expect(Promise.value(1).asVoid().isFulfilled)
    #expect(Guarantee.value(1).asVoid().isFulfilled)
    #expect(Promise(Guarantee.value(1)).value == 1)
    #expect(Promise(Promise<Int>(error: Broken())).isRejected)
  }

  @Test("An error skips then, map, done, get and compactMap at once, without a hop (10)")
  func rejectionSkips() {
    let failed = Promise<Int>(error: Broken())
    let queue = DispatchQueue(label: "never used")
    let heard = Events<Int>()
    let end = failed.then(on: queue) { value -> Promise<Int> in
      heard.record(1)
      return .value(value)
    }.map(on: queue) { value -> Int in
      heard.record(2)
      return value
    }.compactMap(on: queue) { value -> Int? in
      heard.record(3)
      return value
    }.get(on: queue) { _ in heard.record(4) }.done(on: queue) { _ in heard.record(5) }
    #expect(end.error as? Broken == Broken())
    queue.sync {}
    #expect(heard.all == [])
  }

  @Test("A value skips recover and catch at once (10)")
  func fulfilmentSkips() {
    let queue = DispatchQueue(label: "never used")
    let heard = Events<String>()
    let kept = Promise.value(1).recover(on: queue) { error -> Promise<Int> in
      heard.record("recover")
      throw error
    }
    #expect(kept.value == 1)
    #expect(kept.recover(on: queue) { _ in Guarantee.value(2) }.value == 1)
    kept.asVoid().recover(on: queue) { _ in heard.record("void") }
      .done(on: nil) { heard.record("done") }
    kept.catch(on: queue) { _ in heard.record("catch") }.finally(on: nil) { heard.record("finally") }
    queue.sync {}
    #expect(heard.all == ["done", "finally"])
  }

  @Test("tap, ensure and ensureThen hop to their queue for either outcome (11)", arguments: [true, false])
  func notSkipped(isKept: Bool) async throws {
    let queue = DispatchQueue(label: "held back")
    queue.suspend()
    let start = isKept ? Promise.value(1) : Promise<Int>(error: Broken())
    let heard = Events<String>()
    let later = [
      start.tap(on: queue) { _ in heard.record("tap") },
      start.ensure(on: queue) { heard.record("ensure") },
      start.ensureThen(on: queue) {
        heard.record("ensureThen")
        return Guarantee.value
      },
    ]
    #expect(later.filter(\.isPending).count == 3)
    queue.resume()
    for promise in later { #expect(await promise.settledKindly() == isKept) }
    #expect(heard.all == ["tap", "ensure", "ensureThen"])
  }

  @Test("tap passes both outcomes on as they were (41)")
  func tapPassesOn() {
    let heard = Events<String>()
    let kept = Promise.value(1).tap(on: nil) { heard.record("\($0)") }
    let broken = Promise<Int>(error: Broken(number: 7)).tap(on: nil) { heard.record("\($0)") }
    #expect(kept.value == 1)
    #expect(broken.error as? Broken == Broken(number: 7))
    #expect(heard.all.count == 2)
    #expect(heard.all.first == "fulfilled(1)")
    #expect(heard.all.last?.hasPrefix("rejected(") == true)
  }

  @Test("ensureThen waits for its guarantee, and keeps the result (12)", arguments: [true, false])
  func ensureThenWaits(isKept: Bool) async throws {
    let start = isKept ? Promise.value(1) : Promise<Int>(error: Broken())
    let (guarantee, resolve) = Guarantee<Void>.pending()
    await withConfiguration {
      $0.Q.return = nil
    } _: {
      let end = start.ensureThen(on: nil) { guarantee }
      #expect(end.isPending)
      resolve(())
      #expect(end.isResolved)
      #expect(end.value == (isKept ? 1 : nil))
    }
  }

  @Test("Behind its guarantee ensureThen takes one more hop, through the queue for returns (12)")
  func ensureThenHops() async throws {
    let queue = DispatchQueue(label: "held back")
    queue.suspend()
    let end = await withConfiguration {
      $0.Q.return = queue
    } _: {
      Promise.value(1).ensureThen(on: nil) { Guarantee.value }
    }
    #expect(end.isPending)
    queue.resume()
    #expect(try await end.async() == 1)
  }

  @Test("Two names of the main queue are not one object on Linux, and the handlers come all the same (39)")
  func mainQueueByAnyName() async throws {
    let heard = Events<Int>()
    let other: DispatchQueue = .main
    Promise.value(1).done(on: other) { value in
      dispatchPrecondition(condition: .onQueue(.main))
      heard.record(value)
    }.cauterize()
    #expect(try await heard.event(1) == 1)
  }
}

extension Promise {
  /// Waits; whether it was kept.
  fileprivate func settledKindly() async -> Bool {
    do {
      _ = try await self.async()
      return true
    } catch {
      return false
    }
  }
}
