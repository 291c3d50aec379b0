import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

// Whatever went on behind a delay, a limit, a failed try or somebody else's callback had lost the task-local
// values of whoever ran the errand, and a trace context with them; and what followed on shared work had those
// of whoever had begun the work.
@Suite("Task-local values of whoever runs an errand are there in all of its work")
struct TaskLocalPrograms {
  @TaskLocal static var caller = "nobody"

  /// Where the work is.
  enum Place: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case start, delay, delayedTask, behindDelay, behindLimit, secondTry, behindTries
    case waitsInQueue, behindQueue, dependent, added
    case foreignMap, foreignFlatMap, foreignEnsure, foreignRecover, foreignLimit
    case all, allSettled, tuple, race, sequence, lazySequence, asynchronousSequence, group, shared, nested

    var testDescription: String { rawValue }

    /// An errand whose value is the caller that its work sees. `other` settles what the work waits for.
    func errand(_ other: Elsewhere) -> Errand<String> {
      let look = Errand<String>.fromCallback { $0.succeed(caller) }
      let brief = Duration.milliseconds(1)
      switch self {
      case .start: return look
      case .delay: return look.delay(for: brief)
      case .delayedTask: return Errand { caller }.delay(for: brief)
      case .behindDelay: return Errand.success(1).delay(for: brief).map { _ in caller }
      case .behindLimit: return Errand<String>.endless().timeout(after: brief).recover { _ in look }
      case .secondTry:
        let tries = Events<Int>()
        return Errand<String>.fromCallback { callback in
          tries.record(1)
          if tries.count == 1 { throw ManualError() }
          callback.succeed(caller)
        }.retry(RetryPolicy(base: brief))
      case .behindTries:
        return Errand<String>.failure(ManualError()).retry(RetryPolicy(retries: 2, base: brief)).recover {
          _ in look
        }
      case .waitsInQueue: return look.on(other.queue)
      case .behindQueue: return Errand.success(1).on(other.queue).map { _ in caller }
      case .dependent:
        return .fromCallback { callback in
          other.queue.add(look, after: [other.first]).run.whenSettled(on: .immediate) { callback($0) }
        }
      case .added:
        return .fromCallback { callback in
          other.queue.add(look, priority: .high).run.whenSettled(on: .immediate) { callback($0) }
        }
      case .foreignMap: return other.errand.map { _ in caller }
      case .foreignFlatMap: return other.errand.flatMap { _ in look }
      case .foreignEnsure:
        let seen = Events<String>()
        return other.errand.ensure { seen.record(caller) }.map { _ in seen.all[0] }
      case .foreignRecover: return other.failing.recover { _ in look }.map { $0 }
      case .foreignLimit: return other.errand.timeout(after: .seconds(3_600)).flatMap { _ in look }
      case .all:
        return Errand.all([other.errand.flatMap { _ in look }, look]).map { $0.joined(separator: "=") }
      case .allSettled: return Errand.allSettled([other.errand.flatMap { _ in look }]).map { try $0[0].get() }
      case .tuple: return Errand.all(other.errand.flatMap { _ in look }, look).map { $0.0 }
      case .race: return .race([other.errand.flatMap { _ in look }, .endless()])
      case .sequence: return Errand.sequence(0..<3, limit: 1) { _ in look }.map { $0[2] }
      case .lazySequence:
        return Errand.sequence(["a", "b"].makeSequence(), limit: 1) { _ in look }.map { $0[1] }
      case .asynchronousSequence:
        return Errand.sequence(
          AsyncStream {
            $0.yield(1); $0.finish()
          },
          limit: 1
        ) { _ in look }.map { $0[0] }
      case .group:
        return .fromCallback { callback in
          let group = Group<String>()
          group.add(other.errand.flatMap { _ in look })
          group.all().run(on: .immediate) { callback($0.map { $0[0] }) }
        }
      case .shared: return other.errand.shared().flatMap { _ in look }
      case .nested:
        return Errand { try await look.delay(for: brief).value() }.delay(for: brief).flatMap { name in
          look.map { $0 == name ? name : "\(name) and \($0)" }
        }
      }
    }
  }

  /// Work of somebody else, who has values of their own.
  final class Elsewhere: Sendable {
    let work = ManualWork<Int>()
    let queue = WorkQueue(limit: 1)
    let first: QueuedWork<Int>

    init() { first = queue.add(work.errand) }

    var errand: Errand<Int> {
      .fromCallback { callback in self.first.run.whenSettled(on: .immediate) { callback($0) } }
    }

    var failing: Errand<String> { errand.flatMap { _ in .failure(ManualError()) } }

    /// Ends it on a thread of its own.
    func end() async throws {
      let callback = try await work.callback()
      await onThread { TaskLocalPrograms.$caller.withValue("somebody else") { _ = callback.succeed(1) } }
    }
  }

  @Test("In every place", .timeLimit(.minutes(1)), arguments: Place.allCases)
  func place(place: Place) async throws {
    let other = Elsewhere()
    let heard = Events<String>()
    Self.$caller.withValue("caller") {
      _ = place.errand(other).run(on: .queue(DispatchQueue(label: "elsewhere"))) { outcome in
        heard.record((try? outcome.get()) ?? outcome.label)
      }
    }
    try await other.end()
    #expect(try await heard.event(1) == (place == .all ? "caller=caller" : "caller"))
  }

  @Test("What follows on shared work has those of each sharer", .timeLimit(.minutes(1)))
  func sharers() async throws {
    let work = ManualWork<Int>()
    let begun = Events<String>()
    let shared = Errand<Int>.fromCallback { callback in
      begun.record(Self.caller)
      work.errand.run(on: .immediate) { callback($0) }
    }.shared()
    let heard = Events<String>()
    for name in ["first", "second", "third"] {
      Self.$caller.withValue(name) {
        _ = shared.flatMap { _ in Errand<String>.fromCallback { $0.succeed(Self.caller) } }.map {
          "\($0) \(Self.caller)"
        }
        .run(on: .immediate) { heard.record((try? $0.get()) ?? "failed") }
      }
    }
    try await work.callback().succeed(1)
    _ = try await heard.event(3)
    #expect(begun.all == ["first"])
    #expect(heard.all == ["first first", "second second", "third third"])
  }

  @Test("Hooks of a limit that passes, and what has to be done in the end", .timeLimit(.minutes(1)))
  func ending() async throws {
    let (heard, clock) = (Events<String>(), VirtualClock())
    Self.$caller.withValue("caller") {
      _ = Errand<Int>.endless(onCancel: { heard.record("hook \(Self.caller)") })
        .timeout(after: .seconds(1), clock: clock)
        .ensure { heard.record("ensure \(Self.caller)") }
        .run()
    }
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    _ = try await heard.event(2)
    #expect(heard.all == ["hook caller", "ensure caller"])
  }
}

extension Sequence where Self: Sendable, Element: Sendable {
  /// The same elements, and nothing more than a sequence.
  fileprivate func makeSequence() -> AnyCopy<Element> { AnyCopy(elements: Array(self)) }
}

private struct AnyCopy<Element: Sendable>: Sequence, IteratorProtocol, Sendable {
  var elements: [Element]

  mutating func next() -> Element? { elements.isEmpty ? nil : elements.removeFirst() }
}
