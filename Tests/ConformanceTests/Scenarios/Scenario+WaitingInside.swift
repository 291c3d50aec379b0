import Errands
import ErrandsTesting

extension Scenario {
  /// Law 2: code of one run that blocks holds up nothing but its own run, and what it waits for goes on.
  ///
  /// Whatever a handler, a hook or a step began was put off until the outermost call had returned: one that
  /// waited for it waited for ever.
  static let waitingInside: [Scenario] = [
    Scenario(.whereYouAsked, "A handler may wait for another work's owner to be told") { style in
      let interlude = Interlude(style)
      let scene = Scene(style)
      scene.owner.value?.reacts { interlude.play() }
      try await scene.settleAndWait()
      try await interlude.hasEnded()
      try await scene.end()
      try requireEqual("the owner was told", scene.heard.text, "v")
    },
    hook("A hook may, where one cancels") { $0.cancel() },
    hook("A hook may, where a scope ends") { $0.endScope() },
    hook("A hook may, where an owner goes") { $0.letGoOfOwner() },
    Scenario(
      .whereYouAsked,
      "A step between two round trips may",
      needs: [.blockingSteps]
    ) { style in
      let interlude = Interlude(style)
      let scene = Scene(style) { errand, _ in
        style.roundTrip(
          style.roundTrip(errand).map { value in
            interlude.play()
            return value
          }
        )
      }
      scene.ask()
      try await patiently("the work's start") { try await scene.work.hasStarted() }
      async let settling: Void = onThread { scene.work.succeed() }
      try await interlude.hasEnded()
      await settling
      try await patiently("the outcome") { try await scene.heard.reaches(1) }
      try await scene.end()
      try requireEqual("the owner was told", scene.heard.text, "v")
    },
  ]

  private static func hook(_ sentence: String, _ end: @escaping @Sendable (Scene) -> Void) -> Scenario {
    Scenario(.whereYouAsked, sentence) { style in
      let interlude = Interlude(style)
      let scene = Scene(style) { errand, _ in style.roundTrip(errand.whenCancelled { interlude.play() }) }
      scene.ask()
      try await patiently("the work's start") { try await scene.work.hasStarted() }
      async let ending: Void = onThread { end(scene) }
      try await interlude.hasEnded()
      await ending
      try await scene.work.notices(2)
      try await scene.end()
    }
  }
}

extension Errand {
  /// The same work, behind a hook of its own.
  fileprivate func whenCancelled(_ hook: @escaping @Sendable () -> Void) -> Errand {
    .fromCallback { callback in
      let run = self.run(on: .immediate) { callback($0) }
      callback.onCancel {
        hook()
        run.cancel()
      }
    }
  }
}
