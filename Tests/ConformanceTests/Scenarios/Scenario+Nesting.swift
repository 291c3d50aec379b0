import Errands
import ErrandsTesting

extension Scenario {
  /// Law 8: however deep round trips lie inside one another, 512 KiB of stack are enough.
  ///
  /// Some hundreds of them overflowed it when they were run, and some thousands when they were thrown away.
  static let nesting: [Scenario] = [
    nested("are run", ending: "v") { $0.work.succeed() },
    nested("fail", ending: "x") { $0.work.fail() },
    nested("are abandoned", ending: "~") { $0.work.abandon() },
    nested("are cancelled", ending: "c") { $0.cancel() },
    Scenario(.theSameInEveryStyle, "Thousands of round trips inside one another are thrown away unrun") {
      style in
      let live = LiveObjects()
      await onThread {
        let work = live.object("work")
        let first = Errand<Token>.fromCallback { _ in withExtendedLifetime(work) {} }
        withExtendedLifetime(first.nested(in: style)) {}
      }
      try await live.mustBeGone()
    },
  ]

  private static func nested(
    _ what: String,
    ending marble: Character,
    _ end: @escaping @Sendable (Scene) -> Void
  ) -> Scenario {
    Scenario(.theSameInEveryStyle, "Thousands of round trips inside one another \(what)") { style in
      let scene = Kept<Scene>()
      await onThread { scene.set(Scene(style) { errand, _ in errand.nested(in: style) }) }
      guard let played = scene.take() else { return }
      await onThread { played.ask() }
      try await patiently("the work's start") { try await played.work.hasStarted() }
      await onThread { end(played) }
      let isTold = marble != "c" || style.lacks[.wordOfCancellation] == nil
      try await patiently("the outcome") { try await played.heard.reaches(isTold ? 1 : 0) }
      if "c~".contains(marble) { try await played.work.notices(2) }
      await onThread { played.letGo() }
      try await played.end()
      try requireEqual("the owner was told", played.heard.text, isTold ? String(marble) : "")
    }
  }
}

extension Errand<Token> {
  fileprivate func nested(in style: any StyleUnderTest) -> Errand {
    (0..<Sizes.nesting).reduce(self) { errand, _ in style.roundTrip(errand) }
  }
}
