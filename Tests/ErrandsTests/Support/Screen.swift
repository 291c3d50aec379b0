import ErrandsTesting

@testable import Errands

/// An owner: loads in one of the styles that are bound to an owner, and records what it is told.
final class Screen: RunDelegate, RunActionDelegate {
  private let probe: LiveObjects.Object
  private let heard: Events<String>

  init(_ live: LiveObjects, _ heard: Events<String>) {
    probe = live.object("screen")
    self.heard = heard
  }

  @discardableResult
  func load(
    _ errand: Errand<Int>,
    _ style: Style,
    in scope: Scope? = nil,
    on delivery: Delivery
  ) -> Run<Int> {
    switch style {
    case .delegate: errand.run(delegate: self, in: scope, on: delivery)
    case .actionDelegate: errand.run(actions: self, in: scope, on: delivery)
    default: errand.run(for: self, in: scope, on: delivery) { $0.heard.record($1.label) }
    }
  }

  func run(_ run: Run<Int>, didReport progress: RunProgress) { heard.record("progress \(progress.label)") }
  func run(_ run: Run<Int>, didSettle outcome: Result<Int, any Error>) { heard.record(outcome.label) }
  func perform(_ action: RunEvent<Int>) { heard.record(action.label) }
}
