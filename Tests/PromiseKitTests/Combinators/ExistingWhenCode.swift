import Dispatch
import Foundation
import PromiseKit
import Testing

/// `when`, as code that was written for PromiseKit calls it: with classes that are not Sendable, variables that
/// closures change, and no annotation anywhere.
@Suite("When, in existing code", .timeLimit(.minutes(1)))
struct ExistingWhenCode {
  @Test("Promises of nothing take the form of nothing, two and more and in an array (38)")
  func voids() async throws {
    let saved = Promise<Void>()
    let sent = Promise<Void>.value
    // The type is asked for by nobody here: it is what overload resolution picks.
    let two = when(fulfilled: saved, sent)
    let three = when(fulfilled: saved, sent, Promise.value(()))
    let array = when(fulfilled: [saved, sent])
    let mixed = when(fulfilled: saved, Guarantee.value(1).asVoid().then { Promise<Void>.value($0) })
    let kinds: [Promise<Void>] = [two, three, array, mixed]
    for promise in kinds { try await promise.async() }
  }

  @Test("A tuple of nothings is given where it is asked for (38)")
  func tupleOfVoids() async throws {
    let pair: Promise<(Void, Void)> = when(fulfilled: Promise<Void>(), Promise<Void>())
    let (first, second): (Void, Void) = try await pair.async()
    _ = (first, second)
  }

  @Test("Two to seven promises of whatever types give a tuple, taken apart by the handler")
  func tuples() async throws {
    let number = Promise.value(1)
    let name = Promise.value("Zoe")
    let cover = Promise.value(Cover(title: "Kind of Blue"))
    var heard: [String] = []
    try await when(fulfilled: number, name).done { number, name in heard.append("\(number) \(name)") }.async()
    try await when(fulfilled: number, name, cover).done { heard.append("\($0.0) \($0.1) \($0.2.title)") }
      .async()
    try await when(fulfilled: number, name, cover, Guarantee.value(true)).done { number, _, cover, flag in
      heard.append("\(number) \(cover.title) \(flag)")
    }.async()
    try await when(fulfilled: number, number, name, name, cover).map { ($0.4.title, $0.0) }.done {
      title,
      number in
      heard.append("\(title) \(number)")
    }.async()
    try await when(fulfilled: number, name, number, name, number, name, cover).done { a, b, c, d, e, f, g in
      heard.append("\(a)\(b)\(c)\(d)\(e)\(f)\(g.title)")
    }.async()
    #expect(
      heard == [
        "1 Zoe", "1 Zoe Kind of Blue", "1 Kind of Blue true", "Kind of Blue 1", "1Zoe1Zoe1ZoeKind of Blue",
      ]
    )
  }

  @Test("Values keep the order of the promises, and need not be Sendable")
  func arrays() async throws {
    let titles = try await when(fulfilled: ["a", "b", "c"].map(loadCover)).map { $0.map(\.title) }.async()
    #expect(titles == ["a", "b", "c"])
  }

  private func loadCover(_ title: String) -> Guarantee<Cover> {
    after(.milliseconds(1)).map { Cover(title: title) }
  }

  @Test("Promises of different types in an array give values of type Any")
  func mixedArray() async throws {
    let promises: [any Thenable] = [Promise.value(1), Promise.value("two"), Guarantee.value(3.0)]
    let promise: Promise<[Any]> = when(fulfilled: promises)
    let values = try await promise.async()
    #expect(values[0] as? Int == 1)
    #expect(values[1] as? String == "two")
    #expect(values[2] as? Double == 3)
  }

  @Test("Guarantees: of nothing, of one type, of many, in an array")
  func guarantees() async {
    let nothing: Guarantee<Void> = when(Guarantee(), Guarantee())
    await nothing.async()
    await when(guarantees: [Guarantee(), Guarantee()]).done { (_: Void) in }.async()
    let numbers = await when(Guarantee.value(1), Guarantee.value(2)).async()
    #expect(numbers == [1, 2])
    let same = await when(guarantees: [Guarantee.value(1), Guarantee.value(2)]).async()
    #expect(same == [1, 2])
    let pair = await when(guarantees: .value(1), .value("a")).async()
    #expect(pair == (1, "a"))
    let five = await when(
      guarantees: .value(1),
      .value("a"),
      .value(2.0),
      .value(true),
      .value(Cover(title: "z"))
    )
    .map { "\($0)\($1)\($2)\($3)\($4.title)" }.async()
    #expect(five == "1a2.0truez")
  }

  @Test("Results of all, and an iterator that a closure over a variable stands behind")
  func resolvedAndPulled() async throws {
    let results = await when(resolved: Promise.value(1), Promise(error: Refused())).async()
    #expect(results.map(\.isFulfilled) == [true, false])

    var next = 0
    let downloads = AnyIterator<Promise<Cover>> {
      next += 1
      return next > 5 ? nil : Promise.value(Cover(title: "\(next)"))
    }
    let covers = try await when(fulfilled: downloads, concurrently: 2).async()
    #expect(covers.map(\.title) == ["1", "2", "3", "4", "5"])
    next = 3
    let rest = await when(resolved: downloads, concurrently: 2).async()
    #expect(rest.count == 2)
  }

  @Test("A generic function of an application can wait for what it does not know")
  func genericFunctions() async throws {
    func pairUp<A: Thenable, B: Thenable>(_ a: A, _ b: B) -> Promise<(A.T, B.T)> { when(fulfilled: a, b) }
    func all<Value>(_ promises: [Promise<Value>]) -> Promise<[Value]> { when(fulfilled: promises) }
    func limited<Value, S: Sequence>(_ source: S, _ load: @escaping (S.Element) -> Promise<Value>)
      -> Promise<[Value]>
    {
      var rest = source.makeIterator()
      let loads = AnyIterator { rest.next().map(load) }
      return when(fulfilled: loads, concurrently: 3)
    }
    #expect(try await pairUp(Promise.value(1), Guarantee.value("a")).async() == (1, "a"))
    #expect(try await all([Promise.value(1), .value(2)]).async() == [1, 2])
    #expect(
      try await limited(1...9) { number in .value(number * 2) }.async() == [2, 4, 6, 8, 10, 12, 14, 16, 18]
    )
  }
}
