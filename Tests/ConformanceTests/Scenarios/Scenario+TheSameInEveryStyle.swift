extension Scenario {
  /// Law 8: out through the style under test, in again, out through the other, in again, and asked for in a
  /// style that shows everything.
  static let theSameInEveryStyle: [Scenario] =
    manyTimes
    + Styles.all.flatMap { other in
      [
        through(other, "the same value", "?-v!", owner: "-v", work: ">-!"),
        through(other, "the identical error", "?-x", owner: "-x", work: ">-"),
        through(other, "an abandoned callback", "?-~", owner: "-~", work: ">-c"),
        through(other, "cancellation down to the work", "?-c", owner: "-c", work: ">-c"),
        through(other, "the end of the scope", "?-s-v", owner: "-c-", work: ">-c-!"),
        through(other, "the end of the owner", "?-o", owner: "-", work: ">-oc"),
        progressThrough(other),
      ]
    }

  /// A hundred times out and in again.
  private static let manyTimes: [Scenario] = [("?-v", "-v", ">-"), ("?-x", "-x", ">-"), ("?-c", "-c", ">-c")]
    .map { (script, owner, work) in
      Scenario(.theSameInEveryStyle, "The same after a hundred round trips: \(script)") { style in
        let scene = Scene(Styles.reference) { errand, _ in
          (0..<100).reduce(errand) { errand, _ in style.roundTrip(errand) }
        }
        try await scene.play(script, owner: owner, work: work)
      }
    }

  private static func through(
    _ other: any StyleUnderTest,
    _ what: String,
    needs: [Ability] = [],
    _ script: String,
    owner: String,
    work: String
  ) -> Scenario {
    Scenario(.theSameInEveryStyle, "Through \(other.name), \(what): \(script)", needs: needs) { style in
      let scene = Scene(Styles.reference) { errand, _ in other.roundTrip(style.roundTrip(errand)) }
      try await scene.play(script, owner: owner, work: work)
    }
  }

  /// Where the other style has no progress to pass on, the outcome comes alone.
  private static func progressThrough(_ other: any StyleUnderTest) -> Scenario {
    let hasProgress = other.lacks[.progressRoundTrip] == nil
    return through(
      other,
      hasProgress ? "the same progress" : "an outcome without the progress",
      needs: [.progressRoundTrip],
      "?-1-2-v",
      owner: hasProgress ? "-1-2-v" : "---v",
      work: ">---"
    )
  }
}
