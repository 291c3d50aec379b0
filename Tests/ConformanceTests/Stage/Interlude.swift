import Dispatch
import Errands
import ErrandsTesting

/// Another piece of work in the same style, for which the code that begins it blocks its thread: until the
/// owner of the other work has been told its outcome, elsewhere.
final class Interlude: Sendable {
  private let scene: Scene
  private let told = DispatchSemaphore(value: 0)
  private let ends = Events<Bool>()

  init(_ style: any StyleUnderTest) {
    scene = Scene(style, .atOnce) { errand, _ in style.roundTrip(errand) }
    scene.owner.value?.reacts { [told] in told.signal() }
  }

  /// Begins it and waits. Where nobody is told, the thread is freed when patience ends.
  func play() {
    scene.ask()
    let patience = DispatchTime.now() + .seconds(Int(Sizes.patience.components.seconds))
    ends.record(told.wait(timeout: patience) == .success)
  }

  /// Waits until somebody has played it, and says whether that one has waited in vain.
  func hasEnded() async throws {
    let isTold = try await patiently("the end of the wait inside") { try await self.ends.event(1) }
    try require(isTold, "the code that waited inside waited in vain")
    try await scene.end()
    try requireEqual("inside, the owner was told", scene.heard.text, "v")
  }
}
