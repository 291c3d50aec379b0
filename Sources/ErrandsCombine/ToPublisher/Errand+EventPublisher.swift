public import Errands

extension Errand {
  /// Progress and outcome as a publisher: the same events as those of `events(in:)`.
  ///
  /// ```swift
  /// let subscription = errand.eventPublisher().sink { event in
  ///   switch event {
  ///   case .progress(let progress): print(progress)
  ///   case .settled(let outcome): print(outcome)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - scope: The lifetime to tie each run to; the publisher does not keep it alive.
  ///   - delivery: Where the events come; on the threads that report and settle, unless another place is named. A slow
  ///     place gets fewer reports, where `receive(on:)` would have all of them wait in it.
  public func eventPublisher(
    in scope: Scope? = nil,
    on delivery: Delivery = .immediate
  ) -> RunEventPublisher<Value> {
    RunEventPublisher(errand: self, scope: scope.map(ScopeReference.init), delivery: delivery)
  }
}
