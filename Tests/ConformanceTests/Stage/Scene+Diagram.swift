extension Scene {
  /// Plays a script, instant by instant, and compares what was drawn with the diagram's lines.
  ///
  /// After each instant it waits for the events that have to come in it, and at the very end for the end of
  /// every object: what is drawn beyond the diagram is found as surely as what is missing.
  func play(_ script: String, owner: String, work: String? = nil) async throws {
    let told = try Diagram(script, owner: owner, work: work)
    let diagram = style.lacks[.wordOfCancellation] == nil ? told : told.withoutWordOfCancellation
    do {
      for (instant, marbles) in diagram.script.enumerated() {
        if instant > 0 { tick() }
        for marble in marbles { try await perform(marble) }
        try await follow(diagram, upTo: instant)
      }
    } catch {
      throw Violation("\(error), \(drawing(diagram))")
    }
    let noticed = self.work.noticed.text
    try await end()
    let isAsDrawn = heard.text == diagram.owner.joined(separator: "-") && (work ?? noticed) == noticed
    try require(isAsDrawn, drawing(diagram, noticed))
  }

  private func tick() {
    heard.draw("-")
    work.noticed.draw("-")
    clock.advance(by: .seconds(1))
  }

  private func perform(_ marble: Marble) async throws {
    switch marble {
    case .report, .succeed, .fail, .abandon, .settleAgain: try await performWork(marble)
    case .ask: ask()
    case .cancel: cancel()
    case .endScope: endScope()
    case .letGo: letGoOfOwner()
    case .close: place.close()
    case .open: place.open()
    }
  }

  private func performWork(_ marble: Marble) async throws {
    try await patiently("the work's start") { try await self.work.hasStarted() }
    switch marble {
    case .report(let units): work.report(Int64(units))
    case .succeed, .settleAgain: work.succeed()
    case .fail: work.fail()
    default:
      work.abandon()
      // Whoever begins the work, on another thread maybe, lets go of the callback a little later.
      try await patiently("the end of the callback") { try await self.work.captured.allGone() }
    }
  }

  private func follow(_ diagram: Diagram, upTo instant: Int) async throws {
    try await patiently("what the owner has to be told") {
      try await self.heard.reaches(Diagram.length(of: diagram.owner, upTo: instant))
    }
    guard let work = diagram.work else { return }
    try await patiently("what the work has to notice") {
      try await self.work.noticed.reaches(Diagram.length(of: work, upTo: instant))
    }
  }

  private func drawing(_ diagram: Diagram, _ noticed: String? = nil) -> String {
    let owner = diagram.owner.joined(separator: "-")
    let work = diagram.work?.joined(separator: "-") ?? "anything"
    return "the owner was told \"\(heard.text)\" instead of \"\(owner)\", "
      + "the work noticed \"\(noticed ?? self.work.noticed.text)\" instead of \"\(work)\""
  }
}
