import PromiseKit
import Testing

@Suite("Helpers in Swift 5 mode", .timeLimit(.minutes(1)))
struct ExistingHelpers {
  private enum Refusal: Error, Equatable { case again, late }

  @Test("A local function that calls itself is given to then, in a helper for values of any type")
  func repeating() async throws {
    var turns = 0
    let third = Chains.repeating(5, pause: .milliseconds(1)) { () -> Promise<Archive> in
      turns += 1
      return turns < 3 ? Promise(error: Refusal.again) : .value(Archive())
    }
    _ = try await third.map { $0.lookups }.async()
    #expect(turns == 3)
    let never = Chains.repeating(2, pause: .milliseconds(1)) { Promise<Int>(error: Refusal.again) }
    await #expect(throws: Refusal.again) { try await never.async() }
  }

  @Test("A race with a timer limits a promise")
  func limits() async throws {
    let (pending, seal) = Promise<Int>.pending()
    await #expect(throws: Refusal.late) { try await Chains.limited(pending, to: 0.01, Refusal.late).async() }
    seal.fulfill(1)
    #expect(try await Chains.limited(pending, to: 60, Refusal.late).async() == 1)
  }

  @Test("Steps are chained by reduce, which gives then a stored closure")
  func steps() async throws {
    var order: [Int] = []
    let steps = (1...3).map { number -> () -> Promise<Void> in { Promise().done { order.append(number) } } }
    try await Chains.oneByOne(steps).async()
    #expect(order == [1, 2, 3])
    let doubled = Promise.value([1, 2]).oneAfterTheOther { number in after(seconds: 0).map { number * 2 } }
    #expect(try await doubled.async() == [2, 4])
  }

  @Test("A helper polls by calling itself")
  func polling() async throws {
    var asked = 0
    let ready = Chains.polling(until: { $0 == 3 }) { () -> Promise<Int> in
      asked += 1
      return .value(asked)
    }
    #expect(try await ready.async() == 3)
  }

  @Test("An error becomes nil, and a promise goes back to a completion handler")
  func endings() async throws {
    #expect(await Promise<Int>(error: Refusal.again).orNil().async() == nil)
    #expect(await Promise.value(4).orNil().async() == 4)
    let reported = Promise<Int> { seal in Promise.value(5).report(to: seal.resolve) }
    #expect(try await reported.async() == 5)
    let refused = Promise<Int> { seal in Promise<Int>(error: PMKError.cancelled).report(to: seal.resolve) }
    await #expect(throws: PMKError.self) { try await refused.async() }
  }

  @Test("A thenable of the application's own has every operator, and goes together with promises")
  func ownThenables() async throws {
    let bell = Bell<Archive>()
    let both = when(fulfilled: bell, Promise.value(2)).map { archive, two in archive.lookups + two }
    let first = bell.then { $0.tracks(of: "birds") }.firstValue
    #expect(both.isPending)
    bell.ring(Archive())
    #expect(try await both.async() == 2)
    #expect(try await first.async() == "owl")
    #expect(Promise(bell).isFulfilled)
  }
}
