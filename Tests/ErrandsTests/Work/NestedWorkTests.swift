import ErrandsTesting
import Testing

@testable import Errands

// A deadline runs the errand that it watches as a run of its own. Begun, cancelled and freed inside one
// another, ten thousand of them overflowed the stack.
@Suite("Ten thousand deadlines around one another")
struct NestedWorkTests {
  enum Kind: String, CaseIterable, Sendable {
    case timeout, retry, timeoutAndMap, delay

    func around(_ errand: Errand<Int>) -> Errand<Int> {
      switch self {
      case .timeout: errand.timeout(after: .seconds(3_600))
      case .retry: errand.retry()
      case .timeoutAndMap: errand.timeout(after: .seconds(3_600)).map { $0 + 1 }
      case .delay: errand.delay(for: .seconds(3_600))
      }
    }

    func nested(_ count: Int, around first: Errand<Int>) -> Errand<Int> {
      (0..<count).reduce(first) { errand, _ in around(errand) }
    }
  }

  private static let depth = Sizes.chain / 5
  private let heard = Events<String>()

  @Test(
    "Begun, settled and released on a small stack",
    .timeLimit(.minutes(1)),
    arguments: [Kind.timeout, .retry, .timeoutAndMap]
  )
  func settled(kind: Kind) async throws {
    try await withLiveObjects { live in
      let heard = heard
      await onThread {
        let probe = live.object("captured")
        let work = Kept<Callback<Int>>()
        let first = Errand<Int>.fromCallback { callback in withExtendedLifetime(probe) { work.set(callback) }
        }
        let run = kind.nested(Self.depth, around: first).run()
        work.value?.succeed(0)
        work.set(nil)
        heard.record(run.outcome?.label ?? "nothing")
      }
      #expect(heard.all == [kind == .timeoutAndMap ? "value \(Self.depth)" : "value 0"])
    }
  }

  @Test("Cancelled on a small stack", .timeLimit(.minutes(1)), arguments: Kind.allCases)
  func cancelled(kind: Kind) async throws {
    try await withLiveObjects { live in
      let heard = heard
      let work = ManualWork<Int>()
      await onThread {
        let probe = live.object("captured")
        let first = work.errand.map { value in withExtendedLifetime(probe) { value } }
        let run = kind.nested(Self.depth, around: first).run()
        run.whenSettled(on: .immediate) { _ in heard.record("\(work.cancellations.count)") }
        run.cancel()
        heard.record(run.outcome?.label ?? "nothing")
      }
      #expect(heard.all == [kind == .delay ? "0" : "1", "cancelled"])
    }
  }

  @Test("Released without having been run", .timeLimit(.minutes(1)), arguments: Kind.allCases)
  func released(kind: Kind) async throws {
    try await withLiveObjects { live in
      let heard = heard
      await onThread {
        let probe = live.object("captured")
        let first = Errand.success(1).map { value in withExtendedLifetime(probe) { value } }
        heard.record(kind.nested(Self.depth, around: first).name)
      }
      #expect(heard.count == 1)
    }
  }

  @Test("Delays that pass, one after the other", .timeLimit(.minutes(1)))
  func delays() async throws {
    let errand = (0..<100).reduce(Errand.success(7)) { errand, _ in errand.delay(for: .zero) }
    #expect(try await errand.value() == 7)
  }
}
