import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("When", .timeLimit(.minutes(1)))
struct WhenTests {
  @Test(
    "It fulfils with all values, in the order of the promises, inside the last call that fulfils one (24)"
  )
  func order() {
    let downloads = Downloads(3)
    let whole = when(fulfilled: downloads.promises)
    downloads.seals[2].fulfill(2)
    downloads.seals[0].fulfill(0)
    #expect(whole.isPending)
    downloads.seals[1].fulfill(1)
    #expect(whole.value == [0, 1, 2])
  }

  @Test("The first rejection rejects it, and it does not wait for the others (24)")
  func firstRejection() {
    let downloads = Downloads(3)
    let whole = when(fulfilled: downloads.promises)
    downloads.seals[1].reject(Broken(number: 1))
    #expect(whole.error as? Broken == Broken(number: 1))
    downloads.seals[0].reject(Broken(number: 0))
    downloads.seals[2].fulfill(2)
    #expect(whole.error as? Broken == Broken(number: 1))
    #expect(downloads.stopped.all.isEmpty)
  }

  @Test("Of several that are rejected already the first in the list counts (24)")
  func lowestIndex() {
    let broken = (1...3).map { Promise<Int>(error: Broken(number: $0)) }
    #expect(when(fulfilled: [Promise.pending().promise] + broken).error as? Broken == Broken(number: 1))
    #expect(when(fulfilled: Promise.value("a"), broken[2], broken[0]).error as? Broken == Broken(number: 3))
  }

  @Test("Nothing is fulfilled at once (24)")
  func nothing() {
    #expect(when(fulfilled: [Promise<Int>]()).value == [])
    #expect(when(fulfilled: [Promise<Void>]()).isFulfilled)
    #expect(when(fulfilled: [any Thenable]()).value?.isEmpty == true)
    #expect(when(resolved: [Promise<Int>]()).value?.isEmpty == true)
    #expect(when(guarantees: [Guarantee<Int>]()).value == [])
    #expect(when(guarantees: [Guarantee<Void>]()).isFulfilled)
  }

  @Test("Values that are nil are values")
  func optionals() {
    let nothing = Promise<Int?>.value(nil)
    #expect(when(fulfilled: [nothing, .value(1)]).value == [nil, 1])
    let pair = when(fulfilled: nothing, Promise.value("a")).value
    #expect(pair?.0 == .some(nil) && pair?.1 == "a")
  }

  @Test("Results of all come in order, rejections too, inside the call that resolves the last one (25)")
  func resolved() {
    let downloads = Downloads(3)
    let heard = Events<[Int]>()
    when(resolved: downloads.promises).done(on: nil) { results in
      heard.record(
        results.map { result in
          switch result {
          case .fulfilled(let value): value
          case .rejected(let error): -((error as? Broken)?.number ?? 0)
          }
        }
      )
    }
    downloads.seals[2].reject(Broken(number: 7))
    downloads.seals[1].fulfill(1)
    #expect(heard.count == 0)
    downloads.seals[0].reject(PMKError.cancelled)
    #expect(heard.all == [[0, 1, -7]])
  }

  @Test("A type of your own is a member like any other")
  func ownThenable() {
    let rope = Rope<Int>()
    let whole = when(fulfilled: [rope, rope])
    let pair = when(fulfilled: rope, Promise.value("a"))
    let mixed = when(fulfilled: [rope, Promise.value("a")])
    rope.resolve(.fulfilled(4))
    #expect(whole.value == [4, 4])
    #expect(pair.value?.0 == 4)
    #expect(mixed.value?.first as? Int == 4)
  }

  @Test("Two to seven of any types, in Swift 6 mode, where handlers without a queue are main-actor code")
  @MainActor
  func tuples() async throws {
    let number = Promise.value(1)
    let name = Guarantee.value("Zoe")
    var heard: [String] = []
    try await when(fulfilled: number, name).done { number, name in heard.append("\(number)\(name)") }.async()
    try await when(fulfilled: number, name, number).done { heard.append("\($0.0)\($0.1)\($0.2)") }.async()
    try await when(fulfilled: number, name, number, name).done { heard.append("\($0.3)") }.async()
    try await when(fulfilled: number, name, number, name, number).done { heard.append("\($0.4)") }.async()
    try await when(fulfilled: number, name, number, name, number, name, number).done { a, b, c, d, e, f, g in
      heard.append("\(a)\(b)\(c)\(d)\(e)\(f)\(g)")
    }.async()
    await when(guarantees: name, name, .value(2), .value(3), .value(4), .value(5)).done { a, b, c, d, e, f in
      heard.append("\(a)\(b)\(c)\(d)\(e)\(f)")
    }.async()
    #expect(heard == ["1Zoe", "1Zoe1", "Zoe", "1", "1Zoe1Zoe1Zoe1", "ZoeZoe2345"])
  }

  @Test("A tuple is rejected by any of its members, and fulfilled by the last")
  func tupleRejection() {
    let downloads = Downloads(3)
    let three = when(fulfilled: downloads[0], downloads[1], downloads[2])
    let two = when(fulfilled: downloads[0], downloads[1])
    downloads.seals[0].fulfill(0)
    downloads.seals[1].fulfill(1)
    #expect(two.value?.0 == 0 && two.value?.1 == 1)
    #expect(three.isPending)
    downloads.seals[2].reject(Broken())
    #expect(three.error is Broken)
  }

  @Test("Promises of nothing take the form of nothing (38)")
  func voids() {
    let nothing = Promise<Void>.value
    let kinds = [when(fulfilled: nothing, nothing), when(fulfilled: nothing, nothing, nothing)]
    #expect(kinds.allSatisfy { $0.isFulfilled })
    let pair: Promise<(Void, Void)> = when(fulfilled: nothing, nothing)
    #expect(pair.isFulfilled)
    let guarantees = when(Guarantee(), Guarantee())
    let same: Guarantee<Void> = guarantees
    #expect(same.isFulfilled)
  }
}
