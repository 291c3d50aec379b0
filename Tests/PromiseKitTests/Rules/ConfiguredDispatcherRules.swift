import Dispatch
import PromiseKit
import Testing

private final class Counting: Dispatcher {
  private(set) var count = 0

  func dispatch(_ body: @escaping () -> Void) {
    count += 1
    body()
  }
}

/// In version 7 the configuration names dispatchers: `conf.D`, of which `conf.Q` is what queues can say.
@Suite("Rules of configured dispatchers in Swift 5 mode", .serialized, .timeLimit(.minutes(1)))
struct ConfiguredDispatcherRules {
  @Test("Handlers without on: are called on the dispatchers of conf.D, those of maps and returns apart")
  func calls() {
    let (maps, returns) = (Counting(), Counting())
    withConfiguration {
      conf.D = (map: maps, return: returns)
      let end = Promise.value(1).map { $0 + 1 }.then { Promise.value($0 + 1) }.get { _ in }
      #expect(end.value == 3)
      #expect(maps.count == 2 && returns.count == 1)
      Guarantee.value(1).map { $0 }.done { _ in }
      #expect(maps.count == 3 && returns.count == 2)
      Promise<Int>(error: StoreError.refused).ensure {}.catch { _ in }.finally {}
      #expect(maps.count == 3 && returns.count == 5)
    }
  }

  @Test("conf.D and conf.Q say the same, as far as a queue can say it")
  func bothSay() {
    withConfiguration {
      #expect(conf.D.map is DispatchQueue && conf.D.return is DispatchQueue)
      conf.Q = (nil, nil)
      #expect(conf.D.map is CurrentThreadDispatcher && conf.D.return is CurrentThreadDispatcher)
      conf.D = (.current, .global())
      #expect(conf.Q.map == nil && conf.Q.return != nil)
      let counting = Counting()
      conf.D.return = counting
      #expect(conf.Q.map == nil)
      #expect((conf.D.return as? Counting) === counting)
      // What was set last counts, and one does not disturb the other.
      conf.D.map = .main
      #expect((conf.D.return as? Counting) === counting)
      conf.Q.return = nil
      #expect(conf.D.return is CurrentThreadDispatcher)
    }
  }

  @Test("Flags go with a queue, and are let go of with another dispatcher")
  func flags() throws {
    let counting = Counting()
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    try withConfiguration {
      conf.D = (map: counting, return: queue)
      #expect(Promise.value(1).map(flags: .barrier) { $0 }.value == 1)
      #expect(counting.count == 1)
      try Promise.value(1).done(flags: .barrier) { _ in
        dispatchPrecondition(condition: .onQueueAsBarrier(queue))
      }.wait()
      try Promise.value(1).done(on: queue.asDispatcher(flags: .barrier)) { _ in
        dispatchPrecondition(condition: .onQueueAsBarrier(queue))
      }.wait()
    }
  }

  @Test("The main queue, a global one and the thread that resolves are named like a dispatcher's members")
  func names() throws {
    let main: Dispatcher = .main
    let global: Dispatcher = .global(qos: .utility)
    let current: Dispatcher = .current
    try Promise.value(1).done(on: main) { _ in dispatchPrecondition(condition: .onQueue(.main)) }.wait()
    try Promise.value(1).done(on: global) { _ in dispatchPrecondition(condition: .notOnQueue(.main)) }.wait()
    #expect(Promise.value(1).map(on: current) { $0 }.value == 1)
    let two = ConcurrencyLimitedDispatcher(limit: 2, queue: .global())
    #expect(try Promise.value(2).map(on: two) { $0 }.wait() == 2)
  }
}
