import Dispatch
import Errands
import ErrandsPromises
import ErrandsTesting
import Foundation
import Testing

/// A handler that waits for another promise blocks its thread, and no other: what is waited for has to go on, even if it
/// was begun or settled inside that handler. What a handler began was once put off until it had returned.
@Suite("Rules of waiting inside handlers", .serialized, .timeLimit(.minutes(1)))
struct WaitingInsideRules {
  /// What calls the handler that waits.
  enum Place: String, CaseIterable, CustomTestStringConvertible {
    case done, map, then, ensure, tap, `catch`, recover, finally, pipe, onCancel
    case globalQueue, ofAnErrand, ofAMappedErrand, ofADelayedErrand, insideSixtyFive

    var testDescription: String { rawValue }

    func call(_ body: @escaping @Sendable () -> Void) {
      let (promise, seal) = Promise<Int>.pending()
      switch self {
      case .done: promise.done(on: nil) { _ in body() }.cauterize()
      case .map: promise.map(on: nil) { _ in body() }.cauterize()
      case .then:
        promise.then(on: nil) { value -> Promise<Int> in
          body()
          return .value(value)
        }.cauterize()
      case .ensure: promise.ensure(on: nil, body).cauterize()
      case .tap: promise.tap(on: nil) { _ in body() }.cauterize()
      case .catch: Promise<Int>(error: Broken()).catch(on: nil) { _ in body() }
      case .recover: _ = promise.asVoid().recover(on: nil) { _ in body() } as Guarantee<Void>
      case .finally: promise.cauterize().finally(on: nil, body)
      case .pipe: promise.pipe { _ in body() }
      case .onCancel:
        seal.onCancel(body)
        promise.cancel()
      case .globalQueue: promise.done(on: .global()) { _ in body() }.cauterize()
      case .ofAnErrand: Errand { 1 }.promise().done(on: nil) { _ in body() }.cauterize()
      case .ofAMappedErrand: Errand { 1 }.map { $0 + 1 }.promise().done(on: nil) { _ in body() }.cauterize()
      case .ofADelayedErrand:
        Errand { 1 }.delay(for: .milliseconds(1)).promise().done(on: nil) { _ in body() }.cauterize()
      case .insideSixtyFive: Self.insideOneAnother(100, body)
      }
      if self == .recover { seal.reject(Broken()) } else { seal.fulfill(1) }
    }

    /// Handlers that resolve the next promise by hand, inside one another.
    private static func insideOneAnother(_ depth: Int, _ body: @escaping @Sendable () -> Void) {
      guard depth > 0 else { return body() }
      let (promise, seal) = Promise<Int>.pending()
      promise.done(on: nil) { _ in insideOneAnother(depth - 1, body) }.cauterize()
      seal.fulfill(1)
    }
  }

  /// What is waited for.
  enum Awaited: String, CaseIterable, CustomTestStringConvertible {
    case elsewhere, settledHere, chainSettledHere, errand, mappedErrand, delayedErrand, timedErrand,
      sharedErrand
    case queue, whenOfErrands, raceOfErrands, after, cancelledHere

    var testDescription: String { rawValue }

    func wait() throws {
      switch self {
      case .elsewhere:
        _ = try Promise<Int> { seal in DispatchQueue.global().async { seal.fulfill(1) } }.wait()
      case .settledHere:
        let (promise, seal) = Promise<Int>.pending()
        seal.fulfill(1)
        _ = try promise.wait()
      case .chainSettledHere:
        let (promise, seal) = Promise<Int>.pending()
        let end = promise.map(on: nil) { $0 + 1 }.then(on: nil) { Promise.value($0) }.ensure(on: nil) {}
        seal.fulfill(1)
        _ = try end.wait()
      case .errand: _ = try Errand { 1 }.promise().wait()
      case .mappedErrand:
        _ = try Errand { 1 }.map { $0 + 1 }.flatMap { number in Errand { number } }.promise().wait()
      case .delayedErrand: _ = try Errand { 1 }.delay(for: .milliseconds(1)).promise().wait()
      case .timedErrand: _ = try Errand { 1 }.timeout(after: .seconds(60)).retry().promise().wait()
      case .sharedErrand: _ = try Errand { 1 }.shared().promise().wait()
      case .queue: _ = try DispatchQueue.global().async(.promise) { () throws -> Int in 1 }.wait()
      case .whenOfErrands: _ = try when(fulfilled: [Errand { 1 }.promise(), Errand { 2 }.promise()]).wait()
      case .raceOfErrands: _ = try race(Errand { 1 }.promise(), Errand { 2 }.promise()).wait()
      case .after: ErrandsPromises.after(.milliseconds(1)).wait()
      case .cancelledHere:
        let promise = Errand<Int>.fromCallback { _ in }.promise()
        let end = promise.map(on: nil) { $0 }
        end.cancel()
        #expect(throws: (any Error).self) { try end.wait() }
      }
    }
  }

  @Test(
    "ends, wherever the handler is called, and whatever it waits for",
    arguments: Place.allCases,
    Awaited.allCases
  )
  func waiting(place: Place, awaited: Awaited) async throws {
    let ended = Events<String>()
    // Of its own, and not waited for: where a wait hangs, the test has to fail all the same.
    Thread {
      place.call {
        do { try awaited.wait() } catch { ended.record("\(error)") }
        ended.record("ended")
      }
    }.start()
    #expect(try await ended.event(1) == "ended")
  }

  // It was told by a handler, behind those that were there before.
  @Test("is over for whoever awaits a guarantee, whatever its handlers do")
  func guarantee() async throws {
    let (guarantee, seal) = Guarantee<Int>.pending()
    let goOn = DispatchSemaphore(value: 0)
    guarantee.done(on: nil) { _ in goOn.wait() }
    let waiting = try await suspendedTask {
      defer { goOn.signal() }
      return await guarantee.async()
    }
    Thread { seal(1) }.start()
    #expect(try await waiting.value == 1)
  }
}
