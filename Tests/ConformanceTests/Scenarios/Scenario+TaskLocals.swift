import Errands

extension Scenario {
  /// Law 8: the task-local values of whoever runs an errand are there in all of its work.
  ///
  /// They were lost behind a delay, after a limit, from the second try on, and wherever somebody else's
  /// callback had ended what went before; and a trace context with them.
  static let taskLocals: [Scenario] = behindRoundTrips + inRoundTrips

  /// What follows on a round trip of the style, wherever that may have ended.
  private static let behindRoundTrips: [Scenario] = [
    caller("a step behind a round trip") { style, lookout in
      style.roundTrip(lookout.strangers).map { _ in try lookout.look() }
    },
    caller("the work behind one") { style, lookout in
      style.roundTrip(lookout.strangers).flatMap { _ in lookout.looking }
    },
    caller("a task behind one") { style, lookout in
      style.roundTrip(lookout.strangers).flatMap { _ in lookout.lookingInTask }
    },
    caller("the work behind one that failed") { style, lookout in
      style.roundTrip(lookout.strangers.flatMap { _ in .failure(Violation("failed")) })
        .recover { _ in lookout.looking }
    },
    caller("the work behind one that was delayed") { style, lookout in
      style.roundTrip(lookout.strangers).delay(for: .seconds(2), clock: lookout.clock)
        .flatMap { _ in lookout.looking }
    },
    caller("the work behind one that took too long") { style, lookout in
      style.roundTrip(lookout.endless).timeout(after: .seconds(2), clock: lookout.clock)
        .recover { _ in lookout.looking }
    },
    caller("the work behind one in both of its tries", times: 2) { style, lookout in
      style.roundTrip(lookout.strangers).flatMap { _ in lookout.lookingTwice }
        .retry(RetryPolicy(retries: 1, base: .zero))
    },
    caller("the work behind one that waited in a queue") { style, lookout in
      lookout.waiting(style.roundTrip(lookout.strangers)).flatMap { _ in lookout.looking }
    },
  ]

  /// The work that goes out through the style.
  private static let inRoundTrips: [Scenario] = [
    caller("a round trip's work", asking: true) { style, lookout in
      style.roundTrip(lookout.looking)
    },
    caller("a round trip's task", asking: true) { style, lookout in
      style.roundTrip(lookout.lookingInTask)
    },
    caller("a delayed round trip's work", asking: true) { style, lookout in
      style.roundTrip(lookout.looking).delay(for: .seconds(2), clock: lookout.clock)
    },
    caller("delayed work in a round trip", asking: true) { style, lookout in
      style.roundTrip(lookout.lookingInTask.delay(for: .seconds(2), clock: lookout.clock))
    },
    caller("a round trip's work after one that took too long", asking: true) { style, lookout in
      style.roundTrip(lookout.endless).timeout(after: .seconds(2), clock: lookout.clock)
        .recover { _ in style.roundTrip(lookout.looking) }
    },
    caller("both tries of a round trip", asking: true, times: 2) { style, lookout in
      style.roundTrip(lookout.lookingTwice).retry(RetryPolicy(retries: 1, base: .zero))
    },
    caller("both tries in a round trip", asking: true, times: 2) { style, lookout in
      style.roundTrip(lookout.lookingTwice.retry(RetryPolicy(retries: 1, base: .zero)))
    },
    caller("a round trip that waited in a queue", asking: true) { style, lookout in
      lookout.waiting(style.roundTrip(lookout.looking))
    },
    caller("work that waited in a queue in a round trip", asking: true) { style, lookout in
      style.roundTrip(lookout.waiting(lookout.lookingInTask))
    },
  ]

  /// - Parameters:
  ///   - asking: Whether it is asked for in the style itself, too, where that has its work in the context of
  ///     whoever asks.
  ///   - make: An errand that looks.
  private static func caller(
    _ place: String,
    asking: Bool = false,
    times: Int = 1,
    _ make: @escaping @Sendable (any StyleUnderTest, Lookout) -> Errand<Token>
  ) -> Scenario {
    Scenario(.theSameInEveryStyle, "The caller's task-local values are there in \(place)") { style in
      let asksInContext = asking && style.lacks[.workInContext] == nil
      for asking in asksInContext ? [Styles.reference, style] : [Styles.reference] {
        let lookout = Lookout()
        try await lookout.mustSeeCaller(times: times, in: make(style, lookout), askedFor: asking)
      }
    }
  }
}
