import Errands
import ErrandsTesting

/// One owner who asks for one piece of work in one style, with the handles to everything that may happen.
final class Scene: Sendable {
  let style: any StyleUnderTest
  let work: Work
  let heard = Line()
  let clock = VirtualClock()
  let place: Place
  let owner: Kept<Owner>
  let asked = Kept<Asked>()
  /// What others have asked for.
  private let askedByOthers = Lock<[Kept<Asked>]>([])
  let errand: Errand<Token>
  private let isTied: Bool
  private let others = Lock<[Kept<Owner>]>([])

  /// - Parameters:
  ///   - style: The style in which the owner asks.
  ///   - kind: What the work is written as.
  ///   - name: What its runs are called in the trace.
  ///   - place: Where the owner wants to be told.
  ///   - isTied: Whether the owner asks in its scope, so that the work ends with it.
  ///   - live: Where to count everything that must be gone in the end.
  ///   - change: What becomes of the errand before the owner asks.
  init(
    _ style: any StyleUnderTest,
    _ kind: Work.Kind = .callback,
    named name: String? = nil,
    at place: Place = .queue(Desk()),
    isTied: Bool = true,
    live: LiveObjects = LiveObjects(),
    change: (Errand<Token>, VirtualClock) -> Errand<Token> = { errand, _ in errand }
  ) {
    self.style = style
    self.place = place
    self.isTied = isTied
    work = Work(kind, name, live: live)
    owner = Kept(Owner(of: work, at: place, hearing: heard))
    errand = change(work.errand, clock)
  }

  func ask() {
    guard let owner = owner.value else { return }
    asked.set(style.ask(errand, for: owner, in: isTied ? owner.scope : nil))
  }

  /// Has somebody else told of the same run, who draws on the same line.
  ///
  /// - Parameter elsewhere: Where that one stands; by default in the owner's place.
  func listenAgain(as sign: Character? = nil, at elsewhere: Place? = nil) {
    asked.value?.listen?(other(as: sign, at: elsewhere))
  }

  /// Has somebody else ask for the same errand, who draws on the same line.
  func askAgain(as sign: Character? = nil, at elsewhere: Place? = nil) {
    let other = other(as: sign, at: elsewhere)
    let asked = style.ask(errand, for: other, in: isTied ? other.scope : nil)
    askedByOthers.withLock { $0.append(Kept(asked)) }
  }

  private func other(as sign: Character?, at elsewhere: Place?) -> Owner {
    let other = Owner(of: work, at: elsewhere ?? place, hearing: heard, as: sign)
    others.withLock { $0.append(Kept(other)) }
    return other
  }

  /// Asks, has the work succeed, and waits until so much has been told.
  func settleAndWait(told: Int = 1) async throws {
    ask()
    try await patiently("the outcome") {
      try await self.work.hasStarted()
      self.work.succeed()
      try await self.heard.reaches(told)
    }
  }

  func cancel() { asked.value?.cancel() }
  func endScope() { owner.value?.scope.cancel() }
  func letGoOfOwner() { owner.letGo() }

  /// Lets go of everything, so that nothing of it stays alive.
  func letGo() {
    place.open()
    asked.letGo()
    for asked in askedByOthers.withLock({ $0 }) { asked.letGo() }
    owner.letGo()
    for other in others.withLock({ $0 }) { other.letGo() }
    work.end()
  }

  /// Waits until nothing is alive any more: then nobody can be told anything more either.
  func end() async throws {
    letGo()
    try await work.live.mustBeGone()
    try await work.captured.mustBeGone()
  }
}
