extension Scenario {
  /// Law 2.
  static let whereYouAsked: [Scenario] = places + listeners + reactions + [mainActorIsFree, chain]

  private static let places: [Scenario] = [
    Scenario(.whereYouAsked, "On a queue") { try await told($0, at: .queue(Desk())) },
    Scenario(.whereYouAsked, "In an actor") { try await told($0, at: .actor(Desk())) },
    Scenario(.whereYouAsked, "On the main actor") { try await told($0, at: .mainActor) },
    Scenario(.whereYouAsked, "Not before the executor has its turn", "?-[v-]", owner: "--v", work: ">--"),
    Scenario(
      .whereYouAsked,
      "Never inside the asking call, even where the work is done at once",
      by: .atOnce,
      "[?-]",
      owner: "-v"
    ),
    Scenario(.whereYouAsked, "Nor where it has been cancelled before", "[s?-]", owner: "-c", work: "-"),
    Scenario(.whereYouAsked, "Asking and settling race", asksBefore: false, allowed: ["v >o"]) {
      $0.ask()
    } against: { scene in
      scene.work.waitUntilStarted()
      scene.work.succeed()
    },
  ]

  private static func told(_ style: any StyleUnderTest, at place: Place) async throws {
    for outcome in ["v", "x", "c", "~"] {
      try await Scene(style, at: place).play("?-\(outcome)", owner: "-\(outcome)")
    }
  }

  private static let listeners: [Scenario] = [
    Scenario(.whereYouAsked, "One who listens after the settlement is told", needs: [.listening]) { style in
      let scene = Scene(style)
      try await scene.settleAndWait()
      scene.place.close()
      scene.listenAgain()
      try requireEqual("told inside the call", scene.heard.text, "v")
      scene.place.open()
      try await patiently("the late listener") { try await scene.heard.reaches(2) }
      try await scene.end()
      try requireEqual("the owners were told", scene.heard.text, "vv")
    },
    Scenario(.whereYouAsked, "In the order of registration", needs: [.listeningInOrder]) { style in
      let scene = Scene(style)
      scene.ask()
      for sign in "123456789" { scene.listenAgain(as: sign) }
      try await patiently("the work's start") { try await scene.work.hasStarted() }
      scene.work.succeed()
      try await patiently("all listeners") { try await scene.heard.reaches(10) }
      try await scene.end()
      try requireEqual("the owners were told", scene.heard.text, "v123456789")
    },
    Scenario(.whereYouAsked, "Listening and settling race", needs: [.listening], told: 2, allowed: ["vv >oo"])
    {
      $0.listenAgain()
    } against: {
      $0.work.succeed()
    },
  ]

  private static let reactions: [Scenario] = [
    reaction("cancels its own run") { scene in { scene.cancel() } },
    reaction("cancels it twice") { scene in
      {
        scene.cancel()
        scene.cancel()
      }
    },
    reaction("ends its own scope") { scene in { scene.endScope() } },
    reaction("throws away the last reference to its owner") { scene in { scene.letGoOfOwner() } },
    reaction("throws away what it has asked for") { scene in { scene.asked.letGo() } },
    Scenario(.whereYouAsked, "A handler may ask again") { style in
      let scene = Scene(style)
      scene.owner.value?.reacts { scene.ask() }
      scene.ask()
      try await patiently("the first outcome") {
        try await scene.work.hasStarted()
        scene.work.succeed()
        try await scene.heard.reaches(1)
      }
      try await patiently("the second outcome") {
        try await scene.work.hasStarted(times: 2)
        scene.work.fail()
        try await scene.heard.reaches(2)
      }
      try await scene.end()
      try requireEqual("the owner was told", scene.heard.text, "vx")
    },
    Scenario(.whereYouAsked, "A handler may have another listen", needs: [.listening]) { style in
      let scene = Scene(style)
      scene.owner.value?.reacts { scene.listenAgain() }
      try await scene.settleAndWait(told: 2)
      try await scene.end()
      try requireEqual("the owners were told", scene.heard.text, "vv")
    },
  ]

  private static func reaction(
    _ what: String,
    _ reaction: @escaping @Sendable (Scene) -> @Sendable () -> Void
  ) -> Scenario {
    Scenario(.whereYouAsked, "A handler that \(what) is called once") { style in
      let scene = Scene(style)
      scene.owner.value?.reacts(reaction(scene))
      try await scene.settleAndWait()
      try await scene.end()
      try requireEqual("the owner was told", scene.heard.text, "v")
      try requireEqual("the work noticed", scene.work.noticed.text, ">o")
    }
  }

  private static let mainActorIsFree = Scenario(.whereYouAsked, "The main actor is free while one waits") {
    style in
    let scene = Scene(style, at: .mainActor)
    await MainActor.run { scene.ask() }
    try await patiently("the main actor") {
      try await scene.work.hasStarted()
      await MainActor.run { scene.heard.draw("1") }
    }
    scene.work.succeed()
    try await patiently("the outcome") { try await scene.heard.reaches(2) }
    try await scene.end()
    try requireEqual("in this order", scene.heard.text, "1v")
  }

  private static let chain = Scenario(.whereYouAsked, "A chain of steps, each asked for by the one before") {
    style in
    try await Chain(style).run(steps: Sizes.chain)
  }
}
