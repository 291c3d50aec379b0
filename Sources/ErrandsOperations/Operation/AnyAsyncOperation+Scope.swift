public import Errands

extension AnyAsyncOperation {
  /// Cancels the operation when the scope ends; now, where it has ended already. The scope keeps nothing
  /// alive.
  ///
  /// - Returns: The operation itself.
  @discardableResult
  public final func tied(to scope: Scope) -> Self {
    let life = Errand<Void>.fromCallback(anyRun.name) { [weak self] callback in
      self?.whenEnded { _ in callback.succeed(()) }
    }
    life.run(in: scope, on: .immediate) { [weak self] outcome in
      if case .failure = outcome { self?.cancel() }
    }
    return self
  }
}
