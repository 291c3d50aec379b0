import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Deprecated names", .timeLimit(.minutes(1)))
struct LegacyTests {
  private let old: any LegacyNames = CalledByOldNames()

  @Test("Every shape of a completion handler can be wrapped")
  func wraps() {
    let promises = old.wraps()
    #expect(promises.prefix(4).map(\.value) == [1, 2, 3, 4])
    #expect(promises[4].error is Broken)
    guard case PMKError.invalidCallingConvention? = promises[5].error else {
      Issue.record("\(promises[5])")
      return
    }
    #expect(old.wrapVoid(nil).isFulfilled)
    #expect(old.wrapVoid(Broken(number: 2)).error as? Broken == Broken(number: 2))
  }

  @Test("Always is called for a value and for an error, and passes both on")
  func always() async throws {
    let known = KnownQueue("always")
    let heard = Events<Bool>()
    #expect(try await old.always(.value(1), on: known.queue) { heard.record(known.isCurrent) }.async() == 1)
    let broken = old.always(Promise(error: Broken()), on: known.queue) { heard.record(known.isCurrent) }
    await #expect(throws: Broken.self) { try await broken.async() }
    #expect(heard.all == [true, true])
  }

  @Test("Filter, first, last and sorted do what their new names do")
  func many() {
    let (odd, first, last) = old.many(.value([3, 4, 5]))
    #expect(odd.value == [3, 5])
    #expect(first.value == 3 && last.value == 5)
    #expect(old.sorted(.value([2, 3, 1])).value == [1, 2, 3])
    guard case PMKError.emptySequence? = old.many(.value([])).first.error else {
      Issue.record("The first of nothing is no error.")
      return
    }
  }

  @Test("Without a queue the handlers are main-actor code in Swift 6 mode")
  @MainActor
  func mainActor() async throws {
    var seen: [Int] = []
    #expect(try await old.onMainActor(.value([1, 2])) { seen.append($0) }.async() == [1, 2])
    #expect(seen == [1, 2, 0])
  }

  #if PMKFullDeprecations
    @Test("Under the flag the oldest names are there, too")
    func fullDeprecations() {
      let oldest: any FullLegacyNames = CalledByOldNames()
      #expect(oldest.compacted(.value("7")).value == 7)
      #expect(oldest.compacted(.value("x")).isRejected)
      let (texts, doubled) = oldest.many(.value([1, 2]))
      #expect(texts.value == ["1", "2"])
      #expect(doubled.value == [1, 1, 2, 2])
    }
  #endif
}
