import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

// Settling by recursion needs a stack frame for each step: chains crashed at some ten thousand.
@Suite("Long chains")
struct TrampolineTests {
  @Test("A chain of a hundred thousand steps settles on a small stack", .timeLimit(.minutes(1)))
  func settles() async {
    let heard = Events<Int>()
    await onThread {
      let head = Self.chain(Sizes.chain) { heard.record((try? $0.get()) ?? -1) }
      head.succeed(0)
    }
    #expect(heard.all == [Sizes.chain])
  }

  @Test(
    "An unsettled chain of a hundred thousand steps is released on a small stack",
    .timeLimit(.minutes(1))
  )
  func released() async {
    let heard = Events<String>()
    await onThread {
      let head = Self.chain(Sizes.chain) { heard.record($0.label) }
      withExtendedLifetime(head) {}
    }
    #expect(heard.all == ["abandoned"])
  }

  // What the handlers of a cell held was freed when the cell itself was, behind the loop.
  @Test(
    "So is a chain of bare cells, which settle one another or only hold one another",
    .timeLimit(.minutes(1)),
    arguments: [true, false]
  )
  func cells(settle: Bool) async {
    let heard = Events<String>()
    await onThread {
      let last = Settlement<Int>()
      last.whenSettled { heard.record($0.label) }
      var head = last
      for _ in 0..<Sizes.chain {
        let next = head
        head = Settlement<Int>()
        head.whenSettled { outcome in withExtendedLifetime(next) { if settle { next.settle(outcome) } } }
      }
    }
    #expect(heard.all == ["abandoned"])
  }

  @Test("A chain of a hundred thousand steps is cancelled on a small stack", .timeLimit(.minutes(1)))
  func failing() async {
    let heard = Events<String>()
    await onThread {
      let head = Self.chain(Sizes.chain) { heard.record($0.label) }
      head.fail(CancellationError())
    }
    #expect(heard.all == ["cancelled"])
  }

  // Put off until the handler had returned, a handler that waited for what it had settled waited for ever.
  @Test("What settles inside a handler is told before the settling call returns")
  func inside() {
    let order = Events<String>()
    let first = Settlement<Int>()
    let second = Settlement<Int>()
    let third = Settlement<Int>()
    first.whenSettled { _ in
      second.settle(.success(2))
      third.settle(.success(3))
      order.record("first")
    }
    first.whenSettled { _ in order.record("first again") }
    second.whenSettled { _ in order.record("second") }
    third.whenSettled { _ in order.record("third") }
    first.settle(.success(1))
    #expect(order.all == ["second", "third", "first", "first again"])
    #expect(second.outcome?.label == "value 2")
  }

  @Test("A settlement outside every handler is told at once")
  func atOnce() {
    let heard = Events<Int>()
    for number in 1...3 {
      let cell = Settlement<Int>()
      cell.whenSettled { _ in heard.record(number) }
      cell.settle(.success(number))
      #expect(heard.count == number)
    }
  }

  @Test(
    "What is put off at the bottom of the stack is done in the order of calls inside calls",
    .timeLimit(.minutes(1))
  )
  func order() async {
    let order = Events<String>()
    await onThread {
      Self.atTheBottom {
        Job {
          order.record("first begins")
          Job { order.record("1") }.run()
          Job {
            order.record("2")
            Job { order.record("2.1") }.run()
            Job { order.record("2.2") }.run()
          }.run()
          Job { order.record("3") }.run()
          order.record("first ends")
        }.run()
        order.record("all done")
      }
    }
    #expect(order.all == ["first begins", "first ends", "1", "2", "2.1", "2.2", "3", "all done"])
  }

  @Test("Work that is put off there does not begin in a run that is cancelled", .timeLimit(.minutes(1)))
  func cancelledMeanwhile() async {
    let order = Events<String>()
    await onThread {
      Self.atTheBottom {
        Job {
          let run = Errand<Int>.fromCallback { _ in order.record("started") }.run()
          order.record("put off")
          run.cancel()
        }.run()
        order.record("all done")
      }
    }
    #expect(order.all == ["put off", "all done"])
  }

  // Each was called inside the call that registered it, to any depth.
  @Test(
    "A hundred thousand handlers, each of which registers the next where all is settled, need one, too",
    .timeLimit(.minutes(1)),
    arguments: ["run", "owner", "cell", "group"]
  )
  func registeredAfterwards(kind: String) async {
    let heard = Events<Int>()
    await onThread {
      Self.register(Sizes.chain, with: kind, heard)
      heard.record(-1)
    }
    #expect(heard.count == Sizes.chain + 2)
    #expect(heard.all.last == -1, "all of them have been called when the outermost call returns")
  }

  private static func register(_ left: Int, with kind: String, _ heard: Events<Int>) {
    heard.record(left)
    guard left > 0 else { return }
    switch kind {
    case "run":
      Errand.success(1).run().whenSettled(on: .immediate) { _ in register(left - 1, with: kind, heard) }
    case "owner":
      Errand.success(1).run().whenSettled(for: heard, on: .immediate) { heard, _ in
        register(left - 1, with: kind, heard)
      }
    case "cell":
      let cell = Settlement<Int>()
      cell.settle(.success(1))
      cell.whenSettled { _ in register(left - 1, with: kind, heard) }
    default: Group<Int>().notify(on: .immediate) { _ in register(left - 1, with: kind, heard) }
    }
  }

  // What it waited for was on the list of the thread that waited.
  @Test(
    "A wait that blocks at the bottom of the stack ends",
    .timeLimit(.minutes(1)),
    arguments: [true, false]
  )
  func blocking(isOfGroup: Bool) async {
    let order = Events<String>()
    await onThread {
      Self.atTheBottom {
        Job {
          let (group, last) = (Group<Int>(), WaitingThread())
          for number in 1...2 {
            group.add(
              .fromCallback { callback in
                order.record("\(number)")
                callback.succeed(number)
              }
            )
          }
          Job { last.wake(nil) }.run()
          order.record("waits")
          if isOfGroup {
            if case .timedOut = group.wait(timeout: .seconds(30)) { order.record("in vain") }
          } else {
            if !last.wait(until: .now() + 30) { order.record("in vain") }
          }
        }.run()
        order.record("all done")
      }
    }
    #expect(order.all == ["waits", "1", "2", "all done"])
  }

  @Test("A hundred thousand jobs inside one another need no more than a small stack", .timeLimit(.minutes(1)))
  func deep() async {
    let done = Events<Int>()
    await onThread {
      Self.nest(Sizes.chain, done)
      done.record(-1)
    }
    #expect(done.count == Sizes.chain + 2)
    #expect(done.all.last == -1, "all of them are done when the outermost call returns")
  }

  @Test("What is freed at the bottom of the stack is freed by the outermost call", .timeLimit(.minutes(1)))
  func freed() async throws {
    try await withLiveObjects { live in
      await onThread {
        Self.atTheBottom {
          for number in 1...3 { Trampoline.free(live.object("\(number)")) }
        }
      }
    }
  }

  // Only chains were let go of in a loop. Some thousand errands that lay in the closures of others overflowed the
  // stack when they were thrown away.
  @Test("A hundred thousand objects inside one another are freed on a small stack", .timeLimit(.minutes(1)))
  func freedInside() async throws {
    try await withLiveObjects { live in
      await onThread {
        var outermost = Nested(holding: live.object("innermost"))
        for _ in 0..<Sizes.chain { outermost = Nested(around: outermost) }
        #expect(live.count == 1)
      }
    }
  }

  /// As the objects of operators are.
  private final class Nested: Sendable {
    private let inner: Kept<Nested>
    private let probe: LiveObjects.Object?

    init(around inner: Nested? = nil, holding probe: LiveObjects.Object? = nil) {
      self.inner = Kept(inner)
      self.probe = probe
    }

    deinit {
      if !Trampoline.hasRoom { Trampoline.free(inner.take()) }
    }
  }

  private final class Job: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() { Trampoline.run(self) { $0.body() } }
  }

  private static func nest(_ left: Int, _ done: Events<Int>) {
    Job {
      done.record(left)
      if left > 0 { nest(left - 1, done) }
    }.run()
  }

  /// Calls the body where the stack is nearly used up.
  private static func atTheBottom(_ body: () -> Void) {
    if Trampoline.hasRoom { atTheBottom(body) } else { body() }
  }

  /// Runs of which each settles the next with one more, and the callback of the first.
  private static func chain(
    _ count: Int,
    end: @escaping @Sendable (Result<Int, any Error>) -> Void
  ) -> Callback<Int> {
    var (head, last) = step()
    last.whenSettled(on: .immediate, end)
    for _ in 0..<count {
      let next = head
      let (callback, run) = step()
      run.whenSettled(on: .immediate) { outcome in next(outcome.map { $0 + 1 }) }
      (head, last) = (callback, run)
    }
    return head
  }

  private static func step() -> (Callback<Int>, Run<Int>) {
    let kept = Kept<Callback<Int>>()
    let run = Errand<Int>.fromCallback { kept.set($0) }.run()
    guard let callback = kept.value else { preconditionFailure("the work did not start") }
    return (callback, run)
  }
}
