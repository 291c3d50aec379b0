import Errands

/// A delegate that hands on to a callback what it is told, in either form.
final class Relay: RunDelegate, RunActionDelegate {
  private let callback: Callback<Token>

  init(_ callback: Callback<Token>) {
    self.callback = callback
  }

  func run(_ run: Run<Token>, didReport progress: RunProgress) {
    callback.report(progress)
  }

  func run(_ run: Run<Token>, didSettle outcome: Result<Token, any Error>) {
    callback(outcome)
  }

  func perform(_ action: RunEvent<Token>) {
    switch action {
    case .progress(let progress): callback.report(progress)
    case .settled(let outcome): callback(outcome)
    }
  }
}
