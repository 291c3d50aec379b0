import Dispatch
import Foundation
import ErrandsPromises
import Testing

@Suite("Usual snippets in Swift 6 mode: many promises", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct ManySnippets {
  let press = Press()

  func story(_ number: Int) -> Promise<Story> {
    Promise { press.load(number, completion: $0.resolve) }
  }

  @Test("10: when of two kinds gives a tuple")
  func tuple() async throws {
    var heard = ""
    try await when(fulfilled: story(1), Promise.value(7)).done { story, number in
      heard = "\(story.title) \(number)"
    }.async()
    #expect(heard == "laws 7")
  }

  @Test("11: when of an array fails with the first")
  func array() async throws {
    let titles = when(fulfilled: [1, 2, 3].map { story($0) }).mapValues { $0.title }
    #expect(try await titles.async() == ["laws", "birds", "tides"])
    let failed = when(fulfilled: [story(1), story(9)]).asVoid()
    await #expect(throws: MagazineError.missing(9)) { try await failed.async() }
  }

  @Test("12: when(resolved:) gives all results")
  func resolved() async {
    let found = await when(resolved: story(1), story(9)).map { results in
      results.map { $0.isFulfilled }
    }.async()
    #expect(found == [true, false])
  }

  @Test("13: a race with a timer is a time limit")
  func timeLimit() async throws {
    func limited<T>(_ promise: Promise<T>, _ seconds: TimeInterval) -> Promise<T> {
      let late = after(seconds: seconds).then { Promise<T>(error: MagazineError.tooLate) }
      return race(promise, late)
    }
    let (never, seal) = Promise<Int>.pending()
    await #expect(throws: MagazineError.tooLate) { try await limited(never, 0.01).async() }
    seal.fulfill(1)
    #expect(try await limited(never, 60).async() == 1)
  }

  @Test("14: the values of a promise, one by one")
  func values() async throws {
    let titles = Promise.value([3, 1, 2])
      .filterValues { $0 < 3 }
      .thenMap { self.story($0) }
      .mapValues { $0.title }
      .sortedValues()
    #expect(try await titles.async() == ["birds", "laws"])
    #expect(try await Promise.value(["a", "1"]).compactMapValues { Int($0) }.firstValue.async() == 1)
  }

  @Test("15: steps one after the other, by reduce")
  func oneByOne() async throws {
    var order: [Int] = []
    let steps = [1, 2, 3].reduce(Promise()) { before, number in
      before.then { self.story(number) }.done { order.append($0.number) }
    }
    try await steps.async()
    #expect(order == [1, 2, 3])
  }

  @Test("16: promises of different kinds, asVoid")
  func asVoid() async throws {
    let all = when(fulfilled: story(1).asVoid(), Promise.value(2).asVoid(), Promise())
    try await all.async()
    #expect(all.isFulfilled)
  }

  @Test("17: an optional in the place of an error")
  func asOptional() async throws {
    let none = story(9).map { Optional($0.title) }.recover { _ in Guarantee.value(nil) }
    let some = story(1).map { Optional($0.title) }.recover { _ in Guarantee.value(nil) }
    #expect(await none.async() == nil)
    #expect(await some.async() == "laws")
  }

  /// The iterator is called by whoever resolves a promise, and may not be main-actor code; `then` is.
  nonisolated func stories(_ numbers: [Int]) -> AnyIterator<Promise<Story>> {
    var numbers = numbers.makeIterator()
    return AnyIterator { numbers.next().map { Promise.value($0).then { self.story($0) } } }
  }

  @Test("18: some at a time, from an iterator")
  func someAtATime() async throws {
    let titles = when(fulfilled: stories([1, 2, 3]), concurrently: 2).mapValues { $0.title }
    #expect(try await titles.async() == ["laws", "birds", "tides"])
  }
}
