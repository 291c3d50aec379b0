import ErrandsPromises
import ErrandsTesting
import Testing

/// Two threads at the same moment, many times over; whoever comes first, nothing is lost, told twice or kept alive.
@Suite("Rules of races", .serialized, .timeLimit(.minutes(1)))
struct RaceRules {
  private let rounds = RuleSizes.raceRounds

  @Test("Fulfilling races cancelling: one ending, told once, and the work stopped or not")
  func fulfilAndCancel() async throws {
    try await leavingNothing { live in
      let told = Events<String>()
      let stopped = Events<Int>()
      let all = (0..<rounds).map { _ in Promise<Int>.pending() }
      for (round, pair) in all.enumerated() {
        let object = live.object("handler")
        pair.resolver.onCancel { stopped.record(round) }
        pair.promise.tap(on: nil) { result in
          withExtendedLifetime(object) { told.record(result.isFulfilled ? "kept" : "cancelled") }
        }.cauterize()
      }
      await race(rounds: rounds) {
        all[$0].resolver.fulfill($0)
      } _: {
        all[$0].promise.cancel()
      }
      #expect(told.count == rounds)
      #expect(told.all.filter { $0 == "cancelled" }.count == stopped.count)
      #expect(all.filter { $0.promise.isCancelled }.count == stopped.count)
    }
  }

  @Test("Attaching races resolving: the handler is called once")
  func attachAndResolve() async throws {
    try await leavingNothing { live in
      let told = Events<Int>()
      let all = (0..<rounds).map { _ in Promise<LiveObjects.Object>.pending() }
      await race(rounds: rounds) { round in
        all[round].promise.map(on: nil) { _ in round }.ensure(on: nil) { told.record(round) }.cauterize()
      } _: { round in
        all[round].resolver.fulfill(live.object("value"))
      }
      #expect(told.all.sorted() == Array(0..<rounds))
    }
  }

  @Test("Attaching races the end of the resolver: the handler is let go of, and never called")
  func attachAndAbandon() async throws {
    try await withConfiguration {
      $0.logHandler = { _ in }
    } _: {
      try await leavingNothing { live in
        let told = Events<Int>()
        let all = (0..<rounds).map { _ in
          let (promise, resolver) = Promise<Int>.pending()
          return (promise, Kept(resolver))
        }
        await race(rounds: rounds) { round in
          let object = live.object("handler")
          all[round].0.ensure(on: nil) { withExtendedLifetime(object) { told.record(round) } }.cauterize()
        } _: { round in
          all[round].1.letGo()
        }
        #expect(told.count == 0)
      }
    }
  }

  /// The end of one branch races the end of another: the work stops when both have gone, and once.
  @Test("Two who wait leave at the same moment: the work stops, once")
  func twoLeave() async throws {
    let stopped = Events<Int>()
    let all = (0..<rounds).map { round in
      let (promise, resolver) = Promise<Int>.pending()
      resolver.onCancel { stopped.record(round) }
      return (promise.map(on: nil) { $0 }, promise.map(on: nil) { $0 + 1 }, resolver)
    }
    await race(rounds: rounds) {
      all[$0].0.cancel()
    } _: {
      all[$0].1.cancel()
    }
    #expect(stopped.all.sorted() == Array(0..<rounds))
  }
}
