import Errands
import ErrandsTesting

/// Steps of which each asks for the next when it is told its outcome. By recursion that needs a stack frame
/// for each: chains crashed at some ten thousand.
final class Chain: Sendable {
  private let style: any StyleUnderTest
  private let work = Work(.callback, live: LiveObjects())
  private let heard = Line()
  private let owner: Kept<Owner>
  private let asked = Kept<Asked>()

  init(_ style: any StyleUnderTest) {
    self.style = style
    owner = Kept(Owner(of: work, at: .queue(Desk()), hearing: heard))
  }

  func run(steps: Int) async throws {
    step(left: steps)
    try await patiently("\(steps) steps") { [heard] in try await heard.reaches(steps) }
    owner.letGo()
    asked.letGo()
    work.end()
    try await work.live.mustBeGone()
    try requireEqual("outcomes", heard.count, steps)
  }

  private func step(left: Int) {
    guard left > 0, let owner = owner.value, let value = work.answers.value?.value else { return }
    owner.reacts { self.step(left: left - 1) }
    asked.set(style.ask(.fromCallback { $0.succeed(value) }, for: owner, in: nil))
  }
}
