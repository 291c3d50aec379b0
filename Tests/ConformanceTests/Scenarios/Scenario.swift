/// One thing that a law says, told so that it can be tried in any style.
struct Scenario: Sendable {
  let law: Law
  /// A sentence that is true of a style that keeps the law.
  let sentence: String
  /// What a style must be able to say for this to mean anything.
  var needs: [Ability] = []
  /// Fails where the style breaks the law.
  let play: @Sendable (any StyleUnderTest) async throws -> Void

  init(
    _ law: Law,
    _ sentence: String,
    needs: [Ability] = [],
    play: @escaping @Sendable (any StyleUnderTest) async throws -> Void
  ) {
    self.law = law
    self.sentence = sentence
    self.needs = needs
    self.play = play
  }

  /// A scenario that is a diagram.
  init(
    _ law: Law,
    _ sentence: String,
    needs: [Ability] = [],
    by kind: Work.Kind = .callback,
    isTied: Bool = true,
    _ script: String,
    owner: String,
    work noticed: String? = nil
  ) {
    self.init(law, "\(sentence): \(script)", needs: needs) { style in
      try await Scene(style, kind, isTied: isTied).play(script, owner: owner, work: noticed)
    }
  }

  /// A scenario in which two things happen at the same moment, on two threads, again and again.
  init(
    _ law: Law,
    _ sentence: String,
    needs: [Ability] = [],
    by kind: Work.Kind = .callback,
    asksBefore: Bool = true,
    told: Int = 1,
    allowed: Set<String>,
    _ left: @escaping Races.Move,
    against right: @escaping Races.Move
  ) {
    self.init(law, sentence, needs: needs) { style in
      let isTold =
        style.lacks[.wordOfCancellation] == nil || !allowed.contains { $0.prefix { $0 != " " }.contains("c") }
      try await Races(style, kind, asksBefore: asksBefore, told: isTold ? told : 0)
        .run(left, against: right, allowed: isTold ? allowed : allowed.union(allowed.flatMap(beginnings)))
    }
  }

  /// Why it means nothing in this style, or nil where it has to be tried.
  func reason(against style: any StyleUnderTest) -> String? {
    needs.lazy.compactMap { style.lacks[$0] }.first
  }

  static let all: [Scenario] =
    oneOutcome + whereYouAsked + neverToTheDead + cancelReachesTheBottom + allMeansAll
    + inOrderWithinLimits + progressTellsTheTruth + theSameInEveryStyle
    + strangers + foreignExecutors + waitingInside + nesting + taskLocals + givenUp
}

/// The drawing, with less and less of what the owner was told: for an owner that hears nothing any more from the
/// moment at which it has cancelled.
private func beginnings(of drawing: String) -> [String] {
  let told = drawing.prefix { $0 != " " }
  let noticed = drawing.dropFirst(told.count)
  return told.indices.map { told[..<$0] + noticed }.map(String.init)
}
