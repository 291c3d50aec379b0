import Errands
import ErrandsCombine
import ErrandsTesting
import Testing

/// Code that was written for Combine names these types, in its return types and in its own tests.
@Suite("Merges of many, and merges of merges", .timeLimit(.minutes(1)))
struct FlatteningTests {
  // Each of a type of its own, or two of them would be merged as an array.
  private let a = Just(1), b = [2].publisher, c = Optional(3).publisher,
    d = Result<Int, Never>.success(4).publisher
  private let e = Just(5).map { $0 }, f = [6].publisher.map { $0 }, g = Just(7).filter { _ in true }
  private let h = [8].publisher.filter { _ in true }

  /// What a merge sends, and of how many publishers it is one.
  private func story<P: Publisher<Int, Never>>(_ merge: P) -> (values: [Int], count: Int) {
    let seen = Events<Int>()
    let subscription = merge.sink { seen.record($0) }
    withExtendedLifetime(subscription) {}
    return (seen.all, Mirror(reflecting: merge).children.count)
  }

  private func expect<P: Publisher<Int, Never>>(
    _ merge: P,
    of count: Int,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let story = story(merge)
    #expect(story.values == Array(1...count), sourceLocation: sourceLocation)
    #expect(story.count == count, sourceLocation: sourceLocation)
  }

  @Test("Of two to eight")
  func arities() {
    expect(a.merge(with: b), of: 2)
    expect(a.merge(with: b, c), of: 3)
    expect(a.merge(with: b, c, d), of: 4)
    expect(a.merge(with: b, c, d, e), of: 5)
    expect(a.merge(with: b, c, d, e, f), of: 6)
    expect(a.merge(with: b, c, d, e, f, g), of: 7)
    expect(a.merge(with: b, c, d, e, f, g, h), of: 8)
  }

  @Test("A merge merged with one more is a merge of one more, and not one inside of another")
  func onebyOne() {
    let two = a.merge(with: b)
    let three: Publishers.Merge3 = two.merge(with: c)
    let four: Publishers.Merge4 = three.merge(with: d)
    let five: Publishers.Merge5 = four.merge(with: e)
    let six: Publishers.Merge6 = five.merge(with: f)
    let seven: Publishers.Merge7 = six.merge(with: g)
    let eight: Publishers.Merge8 = seven.merge(with: h)
    expect(three, of: 3)
    expect(four, of: 4)
    expect(five, of: 5)
    expect(six, of: 6)
    expect(seven, of: 7)
    expect(eight, of: 8)
  }

  @Test("A merge merged with several more is a merge of all of them")
  func several() {
    let two = a.merge(with: b)
    expect(two.merge(with: c, d), of: 4)
    expect(two.merge(with: c, d, e), of: 5)
    expect(two.merge(with: c, d, e, f), of: 6)
    expect(two.merge(with: c, d, e, f, g), of: 7)
    expect(two.merge(with: c, d, e, f, g, h), of: 8)
    let three = two.merge(with: c)
    expect(three.merge(with: d, e), of: 5)
    expect(three.merge(with: d, e, f), of: 6)
    expect(three.merge(with: d, e, f, g), of: 7)
    expect(three.merge(with: d, e, f, g, h), of: 8)
    let four = three.merge(with: d)
    expect(four.merge(with: e, f), of: 6)
    expect(four.merge(with: e, f, g), of: 7)
    expect(four.merge(with: e, f, g, h), of: 8)
    let five = four.merge(with: e)
    expect(five.merge(with: f, g), of: 7)
    expect(five.merge(with: f, g, h), of: 8)
    expect(five.merge(with: f).merge(with: g, h), of: 8)
  }

  @Test("Publishers of one type are merged as an array, however many come")
  func many() {
    let two = Just(1).merge(with: Just(2))
    let three: Publishers.MergeMany<Just<Int>> = two.merge(with: Just(3))
    #expect(two.publishers.count == 2)
    #expect(three.publishers.count == 3)
    #expect(story(three).values == [1, 2, 3])
  }

  @Test("Each of eight is asked, may finish and is cancelled")
  func demand() {
    let seen = Events<String>()
    let sources = (0..<8).map { _ in Source<Int, Failure>() }
    let watched = sources.map { $0.handleEvents(receiveCancel: { seen.record("cancelled") }) }
    let probe = Probe<Int, Failure>()
    watched[0].merge(
      with: watched[1],
      watched[2],
      watched[3],
      watched[4],
      watched[5],
      watched[6],
      watched[7]
    ).subscribe(probe)
    probe.requestAll()
    for (number, source) in sources.enumerated() { source.send(number) }
    sources[0].finish()
    sources[7].finish(.failure(Failure()))
    #expect(probe.events.all == ["subscribed"] + (0..<8).map(String.init) + ["failed"])
    #expect(seen.count == 6)
  }

  @Test("Two merges or combinations are equal where their publishers are")
  func equal() {
    let (one, two) = (Just(1), Just(2))
    #expect(Publishers.Merge(one, two) == Publishers.Merge(one, two))
    #expect(Publishers.Merge(one, two) != Publishers.Merge(two, one))
    #expect(Publishers.Merge3(one, one, one) != Publishers.Merge3(one, one, two))
    #expect(Publishers.Merge4(one, one, one, one) != Publishers.Merge4(one, one, one, two))
    #expect(Publishers.Merge5(one, one, one, one, one) != Publishers.Merge5(one, one, one, one, two))
    #expect(
      Publishers.Merge6(one, one, one, one, one, one) != Publishers.Merge6(one, one, one, one, one, two)
    )
    #expect(
      Publishers.Merge7(one, one, one, one, one, one, one)
        != Publishers.Merge7(one, one, one, one, one, one, two)
    )
    #expect(
      Publishers.Merge8(one, one, one, one, one, one, one, one)
        != Publishers.Merge8(one, one, one, one, one, one, one, two)
    )
    #expect(Publishers.MergeMany(one, two) == one.merge(with: two))
    #expect(Publishers.MergeMany(one, two) != Publishers.MergeMany(one))
    #expect(one.combineLatest(two) == one.combineLatest(two))
    #expect(one.combineLatest(two) != two.combineLatest(one))
    #expect(one.combineLatest(one, one) != one.combineLatest(one, two))
    #expect(one.combineLatest(one, one, one) != one.combineLatest(one, one, two))
  }
}
