extension Scenario {
  /// Law 3.
  static let neverToTheDead: [Scenario] = [
    Scenario(
      .neverToTheDead,
      "A run keeps no owner alive, and ends with it",
      "?-o",
      owner: "-",
      work: ">-oc"
    ),
    Scenario(.neverToTheDead, "So does a function", by: .function, "?-o", owner: "-", work: ">-oc"),
    Scenario(.neverToTheDead, "Nobody is told any more", "?-o-v", owner: "--", work: ">-oc-!"),
    Scenario(.neverToTheDead, "Nor in the same moment", "?-ov", owner: "-", work: ">-oc!"),
    Scenario(
      .neverToTheDead,
      "A run without a scope goes on alone",
      isTied: false,
      "?-o-v",
      owner: "--",
      work: ">-o-"
    ),
    Scenario(.neverToTheDead, "And fails alone", isTied: false, "?-o-x", owner: "--", work: ">-o-"),
    Scenario(.neverToTheDead, "Or is abandoned", isTied: false, "?-o-~", owner: "--", work: ">-o-c"),
    Scenario(.neverToTheDead, "An owner may go before its delivery", "?-[v-o-]", owner: "---", work: ">--o-"),
    Scenario(.neverToTheDead, "Or after a cancellation", "?-[c-o-]", owner: "---", work: ">-c-o-"),
    Scenario(.neverToTheDead, "An owner that was told goes freely", "?-v-o", owner: "-v-", work: ">--o"),
    Scenario(.neverToTheDead, "The end of the scope cancels", "?-s", owner: "-c", work: ">-c"),
    Scenario(.neverToTheDead, "It cancels a function", by: .function, "?-s", owner: "-c", work: ">-c"),
    Scenario(.neverToTheDead, "It ends once", "?-s-s-s", owner: "-c--", work: ">-c--"),
    Scenario(.neverToTheDead, "What has settled does not mind", "?-v-s-o", owner: "-v--", work: ">---o"),
    Scenario(.neverToTheDead, "Work in an ended scope never starts", "s-?-", owner: "-c-", work: "--"),
    Scenario(.neverToTheDead, "Nor does a function", by: .function, "ss?-", owner: "c-", work: "-"),
    Scenario(
      .neverToTheDead,
      "No report reaches the dead",
      needs: [.progress],
      isTied: false,
      "?-1-o-2-v",
      owner: "-1---"
    ),
    Scenario(.neverToTheDead, "What has settled holds nothing, while whoever asked and worked lives on") {
      style in
      let scene = Scene(style)
      try await scene.settleAndWait()
      try await scene.work.captured.mustBeGone()
      try requireEqual("owners alive", scene.work.live.names["owner"], 1)
      try await scene.end()
    },
    Scenario(
      .neverToTheDead,
      "An owner that goes and an outcome race",
      told: 0,
      allowed: ["v >o", " >o", " >oc!", " >o!c"]
    ) {
      $0.work.succeed()
    } against: {
      $0.letGoOfOwner()
    },
    Scenario(
      .neverToTheDead,
      "The end of a scope and asking in it race",
      asksBefore: false,
      allowed: ["c o", "c >co"]
    ) {
      $0.ask()
    } against: {
      $0.endScope()
    },
  ]
}
