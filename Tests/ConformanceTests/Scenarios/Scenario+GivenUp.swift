import Errands
import ErrandsTesting

extension Scenario {
  /// Law 3: giving up a wait leaves nothing behind.
  ///
  /// Two hundred thousand waits that were cancelled, for a run that went on, kept 50 MB, for a promise 37,
  /// for an operation 59: the handlers of those who had gone stayed until its end.
  static let givenUp: [Scenario] = [
    Scenario(.neverToTheDead, "Who gives up a wait is told at once, and leaves nothing behind") { style in
      let scene = Scene(style) { errand, _ in errand.shared() }
      scene.ask()
      try await patiently("the work's start") { try await scene.work.hasStarted() }
      try await Quitters(scene).mustLeaveNothing()
      try requireEqual("the work noticed", scene.work.noticed.text, ">")
      try requireEqual("the owner was told", scene.heard.text, "")
      scene.work.succeed()
      try await patiently("the owner, who has waited on") { try await scene.heard.reaches(1) }
      try await scene.end()
      try requireEqual("the owner was told", scene.heard.text, "v")
    }
  ]
}
