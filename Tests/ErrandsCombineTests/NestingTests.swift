import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

/// An errand as a publisher, as an errand, as a publisher, and so on: run, settled, cancelled and freed by recursion,
/// a few hundred of them overflowed the stack. Each on a thread with 512 KiB of it.
@Suite("Round trips inside of round trips", .timeLimit(.minutes(1)))
struct NestingTests {
  /// The ways in which one errand lies inside the next.
  enum Way: CaseIterable {
    case last, first, collecting, events, merged, combined

    func around(_ errand: Errand<Int>) -> Errand<Int> {
      switch self {
      case .last: .fromPublisher { errand.publisher() }
      case .first: .fromPublisher(taking: .first) { errand.publisher() }
      case .collecting:
        Errand<[Int]>.collectingPublisher { errand.publisher() }.map { $0[0] }
      case .events:
        .fromPublisher {
          errand.eventPublisher().tryCompactMap { event -> Int? in
            if case .settled(let outcome) = event { try outcome.get() } else { nil }
          }
        }
      case .merged:
        .fromPublisher {
          errand.publisher().merge(with: Empty(outputType: Int.self, failureType: (any Error).self))
        }
      case .combined:
        .fromPublisher {
          errand.publisher().combineLatest(Just(1).setFailureType(to: (any Error).self)) { a, _ in a }
        }
      }
    }
  }

  private let heard = Events<String>()

  private static func nested(_ way: Way, around first: Errand<Int>, _ count: Int = Sizes.nesting) -> Errand<
    Int
  > {
    var errand = first
    for _ in 0..<count { errand = way.around(errand) }
    return errand
  }

  private static func label(_ outcome: Result<Int, any Error>?) -> String {
    switch outcome {
    case .success(let value): "\(value)"
    case .failure(is CancellationError): "cancelled"
    case .failure(is AbandonedError): "abandoned"
    case .failure: "failed"
    case nil: "pending"
    }
  }

  @Test("Thrown away without having been run", arguments: Way.allCases)
  func released(way: Way) async throws {
    try await withLiveObjects { live in
      let heard = heard
      await onThread {
        let object = live.object("captured by the innermost")
        let first = Errand<Int>.fromCallback { callback in
          withExtendedLifetime(object) { _ = callback.succeed(1) }
        }
        heard.record(Self.nested(way, around: first).name)
      }
      #expect(heard.count == 1)
    }
  }

  @Test("Run, where the innermost settles at once", arguments: Way.allCases)
  func run(way: Way) async {
    let heard = heard
    await onThread {
      let errand = Self.nested(way, around: .fromCallback { $0.succeed(1) })
      heard.record(Self.label(errand.run().outcome))
    }
    #expect(heard.all == ["1"])
  }

  @Test("Run, and settled later", arguments: Way.allCases)
  func settled(way: Way) async {
    let heard = heard
    await onThread {
      let work = Kept<Callback<Int>>()
      let run = Self.nested(way, around: .fromCallback { work.set($0) }).run()
      heard.record(Self.label(run.outcome))
      work.take()?.succeed(2)
      heard.record(Self.label(run.outcome))
    }
    #expect(heard.all == ["pending", "2"])
  }

  @Test("Run, and failed later", arguments: Way.allCases)
  func failed(way: Way) async {
    let heard = heard
    await onThread {
      let work = Kept<Callback<Int>>()
      let run = Self.nested(way, around: .fromCallback { work.set($0) }).run()
      work.take()?.fail(Failure())
      heard.record(Self.label(run.outcome))
    }
    #expect(heard.all == ["failed"])
  }

  @Test("Run, and cancelled: the innermost work is stopped when the call returns", arguments: Way.allCases)
  func cancelled(way: Way) async {
    let heard = heard
    await onThread {
      let work = Kept<Callback<Int>>()
      let errand = Self.nested(
        way,
        around: .fromCallback { callback in
          callback.onCancel { heard.record("stopped") }
          work.set(callback)
        }
      )
      let run = errand.run()
      run.cancel()
      heard.record(Self.label(run.outcome))
      work.letGo()
    }
    #expect(heard.all == ["stopped", "cancelled"])
  }

  @Test("Run, and thrown away with the innermost callback", arguments: Way.allCases)
  func abandoned(way: Way) async throws {
    try await withLiveObjects { live in
      let heard = heard
      await onThread {
        let work = Kept<Callback<Int>>()
        let object = live.object("captured by the innermost")
        let errand = Self.nested(
          way,
          around: .fromCallback { callback in withExtendedLifetime(object) { work.set(callback) } }
        )
        let run = errand.run()
        work.letGo()
        heard.record(Self.label(run.outcome))
      }
      #expect(heard.all == ["abandoned"])
    }
  }

  @Test("A hundred thousand of them: run, cancelled and thrown away")
  func many() async {
    let heard = heard
    await onThread {
      let work = Kept<Callback<Int>>()
      let first = Errand<Int>.fromCallback { callback in
        callback.onCancel { heard.record("stopped") }
        work.set(callback)
      }
      let errand = Self.nested(.last, around: first, 20 * Sizes.nesting)
      let settled = errand.run()
      work.take()?.succeed(3)
      heard.record(Self.label(settled.outcome))
      let cancelled = errand.run()
      cancelled.cancel()
      heard.record(Self.label(cancelled.outcome))
      work.letGo()
    }
    #expect(heard.all == ["3", "stopped", "cancelled"])
  }

  // Each level put the error into another one, and who looked at the outermost went down through all of them.
  @Test("Past transformations that may throw an error comes out as itself", arguments: [true, false])
  func error(isInOrder: Bool) async {
    let heard = heard
    await onThread {
      var errand = Errand<Int>.failure(Failure())
      for _ in 0..<Sizes.nesting {
        errand = .fromPublisher { [errand] in
          isInOrder
            ? errand.publisher().tryAsyncMap { $0 }
            : errand.publisher().tryAsyncFlatMap(maxConcurrent: 1) { $0 }
        }
      }
      errand.run(on: .immediate) { outcome in
        guard case .failure(let error) = outcome else { return heard.record("no error") }
        heard.record(error is Failure ? "itself" : "another")
      }
    }
    #expect(heard.all == ["itself"])
  }
}
