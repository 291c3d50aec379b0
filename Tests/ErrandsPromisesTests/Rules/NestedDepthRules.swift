import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

/// Promises that lie inside one another, a hundred thousand deep, on half a megabyte of stack.
@Suite("Rules of nested depth", .serialized, .timeLimit(.minutes(2)))
struct NestedDepthRules {
  enum Shape: String, CaseIterable, CustomTestStringConvertible {
    case then, recover, ensureThen, when, whenResolved, tuple, concurrently, race, raceFulfilled, bridge
    case roundTrip, roundTripOfErrands, timeout, cancellable

    var testDescription: String { rawValue }

    func around(_ inner: Promise<Int>) -> Promise<Int> {
      switch self {
      case .then: Promise.value(0).then(on: nil) { _ in inner }
      case .recover: Promise<Int>(error: Broken()).recover(on: nil) { _ in inner }
      case .ensureThen:
        inner.ensureThen(on: nil) { Guarantee.value }
      case .when: ErrandsPromises.when(fulfilled: [inner]).map(on: nil) { $0[0] }
      case .whenResolved:
        ErrandsPromises.when(resolved: [inner]).map(on: nil) { try $0[0].outcome.get() } as Promise<Int>
      case .tuple: ErrandsPromises.when(fulfilled: inner, Promise.value("")).map(on: nil) { $0.0 }
      case .concurrently:
        ErrandsPromises.when(fulfilled: [inner].makeIterator(), concurrently: 1).map(on: nil) { $0[0] }
      case .race: ErrandsPromises.race([inner])
      case .raceFulfilled: ErrandsPromises.race(fulfilled: [inner])
      case .bridge: Promise(inner)
      case .roundTrip: inner.errand().promise()
      case .roundTripOfErrands: inner.errand().map { $0 }.promise()
      case .timeout: inner.timeout(seconds: 1_000)
      case .cancellable: inner.cancellize().map(on: nil) { $0 }.promise
      }
    }
  }

  enum Ending: String, CaseIterable, CustomTestStringConvertible {
    case kept, rejected, cancelled, thrownAway

    var testDescription: String { rawValue }
  }

  /// The depth; and ten times what overflowed, where the way down is the same as in what settles with the whole depth.
  private static let depth = RuleSizes.nesting
  private static let smallerDepth = depth / 10

  @Test("settle, are cancelled, and are thrown away", arguments: Shape.allCases, Ending.allCases)
  func nested(shape: Shape, ending: Ending) async throws {
    try await withConfiguration {
      $0.logHandler = { _ in }
      // ensureThen has one more hop, which is to need no queue.
      $0.Q = (nil, nil)
    } _: {
      try await leavingNothing { live in
        let outcome = Events<String>()
        await onThread {
          let (start, seal) = Promise<Int>.pending()
          let resolver = Kept(seal)
          let object = live.object("innermost handler")
          var outermost = start.ensure(on: nil) { withExtendedLifetime(object) {} }
          let depth = ending == .kept ? Self.depth : Self.smallerDepth
          for _ in 0..<depth { outermost = shape.around(outermost) }
          switch ending {
          case .kept: resolver.take()?.fulfill(5)
          case .rejected: resolver.take()?.reject(Broken())
          case .cancelled: outermost.cancel()
          case .thrownAway: resolver.letGo()
          }
          outermost.tap(on: nil) { outcome.record($0.isFulfilled ? "value" : "error") }.cauterize()
        }
        if ending != .thrownAway {
          let heard = try await outcome.event(1)
          #expect(heard == (ending == .kept ? "value" : "error"))
        }
      }
    }
  }
}
