import Errands
import ErrandsTesting

extension Scenario {
  /// Law 4.
  static let cancelReachesTheBottom: [Scenario] = [
    Scenario(
      .cancelReachesTheBottom,
      "Cancelling settles, and stops the work",
      "?-c",
      owner: "-c",
      work: ">-c"
    ),
    Scenario(.cancelReachesTheBottom, "It stops a function", by: .function, "?-c", owner: "-c", work: ">-c"),
    Scenario(.cancelReachesTheBottom, "At once", "?c-", owner: "c-"),
    Scenario(.cancelReachesTheBottom, "Though the work goes on", "?-c-1-v", owner: "-c--", work: ">-c--!"),
    Scenario(.cancelReachesTheBottom, "Twice is once", "?-cc-c", owner: "-c-", work: ">-c-"),
    Scenario(
      .cancelReachesTheBottom,
      "Not after a value",
      needs: [.wordOfCancellation],
      "?-vc-c",
      owner: "-v-",
      work: ">--"
    ),
    Scenario(
      .cancelReachesTheBottom,
      "Not after an error",
      needs: [.wordOfCancellation],
      "?-xc-c",
      owner: "-x-",
      work: ">--"
    ),
    Scenario(
      .cancelReachesTheBottom,
      "Not after a drop",
      needs: [.wordOfCancellation],
      "?-~c-c",
      owner: "-~-",
      work: ">-c-"
    ),
    Scenario(.cancelReachesTheBottom, "In both ways at once", "?-cs-s", owner: "-c-", work: ">-c-"),
    Scenario(.cancelReachesTheBottom, "Without a scope too", isTied: false, "?-c", owner: "-c", work: ">-c"),
    Scenario(.cancelReachesTheBottom, "A deadline stops the work") { style in
      try await Scene(style, change: deadline).play("?--", owner: "--t", work: ">--c")
    },
    Scenario(.cancelReachesTheBottom, "One that is kept does not") { style in
      try await Scene(style, change: deadline).play("?-v---", owner: "-v---", work: ">----")
    },
    Scenario(.cancelReachesTheBottom, "Cancelling and failing race", allowed: ["x >o", "c >c!o", "c >!co"]) {
      $0.cancel()
    } against: {
      $0.work.fail()
    },
    Scenario(.cancelReachesTheBottom, "Cancelling races with itself", allowed: ["c >co"]) {
      $0.cancel()
    } against: {
      $0.cancel()
    },
    Scenario(
      .cancelReachesTheBottom,
      "Starting, settling and cancelling race",
      by: .atOnce,
      asksBefore: false,
      allowed: ["v >o", "c >c!o", "c >!co", "c o"]
    ) {
      $0.ask()
    } against: {
      $0.endScope()
    },
  ]

  @Sendable
  private static func deadline(_ errand: Errand<Token>, _ clock: VirtualClock) -> Errand<Token> {
    errand.timeout(after: .seconds(2), clock: clock)
  }
}
