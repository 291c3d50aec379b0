import Testing

@Suite("The marble diagrams")
struct DiagramTests {
  @Test("A diagram is read marble by marble, instant by instant")
  func read() throws {
    let diagram = try Diagram("s?[-1-v!]-c", owner: "--1v-", work: ">--!-o")
    #expect(
      diagram.script == [
        [.endScope, .ask, .close], [.report(1)], [.succeed, .settleAgain, .open], [.cancel],
      ]
    )
    #expect(diagram.owner == ["", "", "1v", ""])
    #expect(diagram.work == [">", "", "!", "o"])
  }

  @Test("Every marble has a sign of its own")
  func signs() {
    let signs = "?123456789vx~!cso[]"
    #expect(Set(signs.compactMap(Marble.init)).count == signs.count)
    #expect(Marble("9") == .report(9))
    #expect(Marble("~") == .abandon)
    #expect(Marble("o") == .letGo)
  }

  @Test("Ticks count towards the length of a line, and so do the marbles between them")
  func length() throws {
    let diagram = try Diagram("?-1-2-v", owner: "-1-2-v")
    #expect((0...3).map { Diagram.length(of: diagram.owner, upTo: $0) } == [0, 2, 4, 6])
  }

  @Test("What the work notices may be left open")
  func openWork() throws {
    #expect(try Diagram("?", owner: "").work == nil)
  }

  @Test(
    "A sign that means nothing is refused",
    arguments: [
      ("?0", "", "", Character("0"), "?0"), ("?-w", "-", "-", "w", "?-w"), ("? v", "", "", " ", "? v"),
      ("?½", "", "", "½", "?½"), ("?", "?", "", "?", "?"), ("?", "", "v", "v", "v"),
      ("?-t", "-", "-", "t", "?-t"),
    ]
  )
  func unknown(script: String, owner: String, work: String, marble: Character, line: String) {
    #expect(throws: MalformedDiagram.unknownMarble(marble, in: line)) {
      try Diagram(script, owner: owner, work: work)
    }
  }

  @Test(
    "Lines that do not lie one above the other are refused",
    arguments: [("-v", "--"), ("--v", "-"), ("", "--"), ("--v", "---")]
  )
  func ticks(owner: String, work: String) {
    #expect(throws: MalformedDiagram.self) { try Diagram("?--v", owner: owner, work: work) }
  }

  @Test(
    "A script whose marbles make no sense in their order is refused, with the reason",
    arguments: [
      ("?-?", "?", "the owner has asked before"),
      ("o?", "?", "the owner is gone"),
      ("1?", "1", "nobody has asked yet"),
      ("v?", "v", "nobody has asked yet"),
      ("c?", "c", "nobody has asked yet"),
      ("?v-x", "x", "the work has settled before; once more is \"!\""),
      ("?-!", "!", "nothing has settled yet"),
      ("?~v", "v", "the work has let go of its callback"),
      ("?~~", "~", "the work has let go of its callback"),
      ("?o-o", "o", "the owner is gone"),
      ("?o-s", "s", "the scope went with its owner"),
      ("[?[", "[", "it is closed already"),
      ("?]", "]", "it is open already"),
    ] as [(String, Character, String)]
  )
  func misplaced(script: String, marble: Character, complaint: String) {
    #expect(throws: MalformedDiagram.misplaced(marble, in: script, complaint)) {
      try Diagram(script, owner: "", work: nil)
    }
  }

  @Test(
    "A script that ends too early is refused",
    arguments: [("", "nobody asks"), ("s", "nobody asks"), ("[?v", "the executor stays closed")]
  )
  func unfinished(script: String, complaint: String) {
    #expect(throws: MalformedDiagram.unfinished(script, complaint)) { try Diagram(script, owner: "") }
  }

  @Test("A refusal says what is wrong, and where")
  func sentences() {
    let refusals: [MalformedDiagram] = [
      .unknownMarble("w", in: "?w"), .misplaced("v", in: "v?", "nobody has asked yet"),
      .unfinished("", "nobody asks"), .ticksDiffer("-v", expected: 2),
    ]
    #expect(
      refusals.map(\.description) == [
        "\"w\" in \"?w\" is no marble of this line", "\"v\" in \"v?\": nobody has asked yet",
        "\"\": nobody asks", "\"-v\" has not the script's 2 ticks",
      ]
    )
  }
}
