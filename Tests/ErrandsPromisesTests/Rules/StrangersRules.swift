import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

// A link of ours was a handler on the spot, and waited behind those of the promise's other users: a `when` ended two
// seconds late, and a promise that had been fulfilled in time was rejected with `TimeoutError`.
@Suite("Rules of what is made of one promise", .timeLimit(.minutes(1)))
struct StrangersRules {
  enum Link: String, CaseIterable, CustomTestStringConvertible {
    case asVoid, bridge, adopted, answer, whenFulfilled, whenResolved, tuple, concurrently, race, timeout

    var testDescription: String { rawValue }

    func made(of promise: Promise<Int>) -> Promise<Void> {
      switch self {
      case .asVoid: promise.asVoid()
      case .bridge: Promise(promise).asVoid()
      case .adopted: firstly { promise }.asVoid()
      case .answer: Promise<Int>.value(1).then(on: nil) { _ in promise }.asVoid()
      case .whenFulfilled: when(fulfilled: [promise, Promise<Int>.value(2)]).asVoid()
      case .whenResolved: Promise(when(resolved: [promise])).asVoid()
      case .tuple: when(fulfilled: promise, Promise<String>.value("")).asVoid()
      case .concurrently: when(fulfilled: [promise].makeIterator(), concurrently: 1).asVoid()
      case .race: ErrandsPromises.race([promise, promise]).asVoid()
      case .timeout: promise.timeout(seconds: 60).asVoid()
      }
    }
  }

  @Test("A handler that blocks holds up no link of ours", arguments: Link.allCases)
  func apart(link: Link) async {
    let pair = BlockingPair()
    let (promise, seal) = Promise<Int>.pending()
    promise.done(on: nil) { _ in pair.first() }.cauterize()
    link.made(of: promise).done(on: nil) { _ in pair.second() }.cauterize()
    await onThread { seal.fulfill(7) }
    #expect(pair.heard.all == BlockingPair.apart)
  }

  @Test("Handlers keep the order of their registration, the first one and those behind it")
  func order() {
    let heard = Events<Int>()
    let (promise, seal) = Promise<Int>.pending()
    for number in 1...5 {
      if number.isMultiple(of: 2) {
        promise.pipe { _ in heard.record(number) }
      } else {
        promise.done(on: nil) { _ in heard.record(number) }.cauterize()
      }
    }
    seal.fulfill(7)
    #expect(heard.all == [1, 2, 3, 4, 5])
  }
}
