import Foundation
import PromiseKit
import Testing

@Suite("Wrappers in Swift 5 mode", .timeLimit(.minutes(1)))
struct ExistingWrappers {
  @Test("A resolver goes through an adapter of the application's, as $0, and the types are found")
  func adapters() async throws {
    let labelled = try await Archive().labelled("birds").async()
    #expect(labelled.label == "birds")
    #expect(labelled.count == 1)
    await #expect(throws: Archive.Missing.album("storms")) { try await Archive().labelled("storms").async() }
  }

  @Test("A resolver is kept for later, and its methods are closures")
  func keptResolvers() {
    var kept: Resolver<Int>?
    let promise = Promise<Int> { kept = $0 }
    let fulfill: ((Int) -> Void)? = kept?.fulfill
    fulfill?(3)
    #expect(promise.value == 3)
    var answer: ((Bool) -> Void)?
    let guarantee = Guarantee<Bool> { answer = $0 }
    answer?(true)
    #expect(guarantee.value == true)
  }

  @Test("What pending() gives is kept in a property of a tuple type with its labels")
  func pendingTuples() {
    final class Question {
      var pending: (promise: Promise<Int>, resolver: Resolver<Int>) = Promise.pending()
      private(set) var asked: (guarantee: Guarantee<Bool>, resolve: (Bool) -> Void)? = Guarantee<Bool>
        .pending()
    }
    let question = Question()
    question.pending.resolver.fulfill(1)
    question.asked?.resolve(true)
    #expect(question.pending.promise.value == 1)
    #expect(question.asked?.guarantee.value == true)
  }

  @Test("Makers of promises are given by name")
  func makersByName() throws {
    let made = [1, 2].map(Promise.value)
    #expect(try when(fulfilled: made).wait() == [1, 2])
    let broken = [PMKError.badInput].map(Promise<Int>.init(error:))
    #expect(broken[0].isRejected)
    let waiting = [Guarantee.value(1)].map(Promise.init)
    #expect(waiting[0].value == 1)
  }

  @Test("Handlers are key paths, initializers and functions")
  func otherHandlers() throws {
    let host = try Promise.value("https://example.org/a").compactMap(URL.init(string:)).compactMap(
      \.host
    ).wait()
    #expect(host == "example.org")
    #expect(try Promise.value("12").compactMap(Int.init).wait() == 12)
    #expect(try Promise.value(["b", "a"]).mapValues(\.count).wait() == [1, 1])
    let lengths = try Promise.value("laws").then(on: .main, Archive().tracks(of:)).mapValues(\.count)
      .wait()
    #expect(lengths == [3, 3, 5])
  }
}
