import PromiseKit
import XCTest

/// In XCTest: on Linux no test of Swift Testing ever runs on the main thread, not even on the main actor.
final class WaitOnMainThreadTests: XCTestCase {
  private var former = conf

  override func setUp() {
    former = conf
  }

  override func tearDown() {
    conf = former
  }

  /// Whether or not there is anything to wait for (32).
  func testWaitingOnTheMainThreadIsLogged() throws {
    var events: [String] = []
    conf.logHandler = { events.append("\($0)") }
    XCTAssertEqual(try Promise.value(1).wait(), 1)
    XCTAssertEqual(Guarantee.value(2).wait(), 2)
    XCTAssertThrowsError(try Promise<Int>(error: Refused()).wait())
    XCTAssertEqual(events, ["waitOnMainThread", "waitOnMainThread", "waitOnMainThread"])
  }

  func testWaitingElsewhereIsNot() {
    var events: [String] = []
    conf.logHandler = { events.append("\($0)") }
    let waited = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      XCTAssertEqual(Guarantee.value(2).wait(), 2)
      waited.signal()
    }
    waited.wait()
    XCTAssertEqual(events, [])
  }

  /// `hang` runs the main run loop, and with it the main queue, where `done` is called (33).
  func testHangingOnTheMainThreadLetsTheMainQueueGoOn() throws {
    var order: [Int] = []
    let chain = after(seconds: 0.001)
      .map { order.append(1) }
      .then { Promise.value(2) }
      .get { order.append($0) }
    XCTAssertEqual(try hang(chain), 2)
    XCTAssertEqual(order, [1, 2])
  }
}
