import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Race", .timeLimit(.minutes(1)))
struct RaceTests {
  @Test("The first to end wins, inside the call that ends it; the others go on (27)")
  func firstWins() {
    let downloads = Downloads(3)
    let array = race(downloads.promises)
    let variadic = race(downloads[0], downloads[1], downloads[2])
    downloads.seals[1].fulfill(1)
    downloads.seals[0].fulfill(0)
    #expect(array.value == 1 && variadic.value == 1)
    #expect(downloads[2].isPending && downloads.stopped.all.isEmpty)
  }

  @Test("A rejection wins a race, too (27)")
  func rejectionWins() {
    let downloads = Downloads(2)
    let winner = race(downloads.promises)
    downloads.seals[1].reject(Broken(number: 1))
    downloads.seals[0].fulfill(0)
    #expect(winner.error as? Broken == Broken(number: 1))
  }

  @Test("Of those that have ended already the first in the list wins")
  func firstInTheList() {
    #expect(race(Promise.pending().promise, .value(1), Promise(error: Broken())).value == 1)
    #expect(race(Guarantee.value("a"), .value("b")).value == "a")
  }

  @Test("A race of nothing is bad input (27)")
  func nothing() {
    for winner in [race([Promise<Int>]()), race(fulfilled: [Promise<Int>]())] {
      guard case PMKError.badInput? = winner.error else {
        Issue.record("\(winner)")
        continue
      }
    }
  }

  @Test("A race for a value passes over rejections, and has no winner where there is nothing else (27)")
  func fulfilled() {
    let downloads = Downloads(2)
    let winner = race(fulfilled: downloads.promises)
    downloads.seals[1].reject(Broken())
    #expect(winner.isPending)
    downloads.seals[0].fulfill(0)
    #expect(winner.value == 0)

    let lost = race(fulfilled: [Promise<Int>(error: Broken()), Promise(error: PMKError.cancelled)])
    guard case PMKError.noWinner? = lost.error else {
      Issue.record("\(lost)")
      return
    }
    let sentence = "All thenables passed to race(fulfilled:) were rejected"
    #expect(PMKError.noWinner.debugDescription == sentence)
  }

  @Test("A race of guarantees is a guarantee; one that is cancelled only leaves it")
  func guarantees() {
    let one = Guarantee<Int>.pending()
    let two = Guarantee<Int>.pending()
    let winner: Guarantee<Int> = race(one.guarantee, two.guarantee)
    one.guarantee.cancel()
    #expect(winner.isPending)
    two.resolve(2)
    #expect(winner.value == 2)
  }

  @Test("With a deadline, as applications race: the timer that lost does not change the outcome")
  func deadline() async throws {
    let download = Promise<Int>.pending()
    let winner = race(
      download.promise.asVoid(),
      after(.milliseconds(1)).then { Promise<Void>(error: Broken()) }
    )
    await #expect(throws: Broken.self) { try await winner.async() }
    download.resolver.fulfill(1)
    #expect(winner.error is Broken)
  }

  @Test("Two threads that end two promises at once have one winner")
  func threads() async {
    let rounds = RuleSizes.raceRounds
    let downloads = (0..<rounds).map { _ in Downloads(2) }
    let winners = downloads.map { race($0.promises) }
    let losers = downloads.map { race(fulfilled: $0.promises) }
    await ErrandsTesting.race(rounds: rounds) { round in
      downloads[round].seals[0].fulfill(0)
    } _: { round in
      downloads[round].seals[1].reject(Broken())
    }
    #expect(winners.allSatisfy { $0.isResolved })
    #expect(losers.allSatisfy { $0.value == 0 })
  }
}
