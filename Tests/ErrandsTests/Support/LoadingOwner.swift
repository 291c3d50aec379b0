import ErrandsTesting

@testable import Errands

/// A screen as an application would write it, in each style: it loads while it lives.
final class LoadingOwner<Value: Sendable>: RunDelegate, RunActionDelegate {
  private let probe: LiveObjects.Object
  private let style: Style
  private let scope = Scope()
  private let task = Lock<Task<Void, Never>?>(nil)
  private let heard = Lock<(@Sendable (String) -> Void)?>(nil)

  init(_ live: LiveObjects, _ style: Style) {
    probe = live.object("owner")
    self.style = style
  }

  deinit { task.withLock { $0 }?.cancel() }

  func load(_ errand: Errand<Value>, on delivery: Delivery, heard: @escaping @Sendable (String) -> Void) {
    self.heard.withLock { $0 = heard }
    switch style {
    case .awaiting:
      follow { [weak self] in
        let outcome = await errand.outcome()
        self?.hear(outcome.label)
      }
    case .closure: errand.run(for: self, in: scope, on: delivery) { $0.hear($1.label) }
    case .delegate: errand.run(delegate: self, in: scope, on: delivery)
    case .actionDelegate: errand.run(actions: self, in: scope, on: delivery)
    case .stream:
      follow { [weak self] in
        for await event in errand.events() { self?.hear(event.label) }
      }
    }
  }

  func run(_ run: Run<Value>, didReport progress: RunProgress) { hear("progress") }
  func run(_ run: Run<Value>, didSettle outcome: Result<Value, any Error>) { hear(outcome.label) }
  func perform(_ action: RunEvent<Value>) { hear(action.label) }

  private func hear(_ label: String) {
    heard.withLock { $0 }?(label)
  }

  private func follow(_ body: @escaping @Sendable () async -> Void) {
    let following = Task { await body() }
    task.withLock { $0 = following }
  }
}
