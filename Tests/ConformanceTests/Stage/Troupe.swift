import Errands
import ErrandsTesting

/// Several pieces of work, each carried through the style under test, as the members of one group.
final class Troupe: Sendable {
  let works: [Work]
  /// A number for each member whose settlement the group has heard of, and a word for each time it completed.
  let heard = Events<String>()
  let live: LiveObjects
  let style: any StyleUnderTest
  private let keptGroup = Kept(Group<Token>())

  init(_ style: any StyleUnderTest, of count: Int = 3, live: LiveObjects = LiveObjects()) {
    self.style = style
    self.live = live
    works = (0..<count).map { _ in Work(.callback, live: live) }
  }

  /// The group; an empty one after the end.
  var group: Group<Token> { keptGroup.value ?? Group() }

  /// Adds every member, and waits until all have started.
  func begin(in scope: Scope? = nil) async throws {
    enter(in: scope)
    try await patiently("the members' start") { [works] in
      for work in works { try await work.hasStarted() }
    }
  }

  func enter(in scope: Scope? = nil) {
    for (number, work) in works.enumerated() {
      let run = group.add(style.roundTrip(work.errand), in: scope)
      // Whoever registers later is told later: the group knows already.
      run.whenSettled(on: .immediate) { [heard] _ in heard.record("\(number)") }
    }
  }

  /// Records the outcomes as marbles, in their order, where the group says that it has completed.
  func notify() {
    group.notify(on: .immediate) { [heard, works] in heard.record(Self.marbles($0, of: works)) }
  }

  /// Waits until so many things have been heard.
  func hears(_ count: Int) async throws {
    try await patiently("\(count) events in the group") { [heard] in _ = try await heard.event(count) }
  }

  func marbles(_ outcomes: [Result<Token, any Error>]) -> String { Self.marbles(outcomes, of: works) }

  /// What each member's work has noticed.
  var noticed: [String] { works.map(\.noticed.text) }

  /// Lets go of everything; the group holds the outcomes, as it should.
  func letGo() {
    keptGroup.letGo()
    for work in works { work.end() }
  }

  /// Waits until nothing is alive any more.
  func end() async throws {
    letGo()
    try await live.mustBeGone()
    for work in works { try await work.captured.mustBeGone() }
  }

  private static func marbles(_ outcomes: [Result<Token, any Error>], of works: [Work]) -> String {
    String(zip(works, outcomes).map { $0.answers.value?.marble($1) ?? "#" })
  }
}
