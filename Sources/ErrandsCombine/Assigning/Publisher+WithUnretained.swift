extension Publisher {
  /// Each value together with an owner, which is not kept alive; when a value finds the owner gone, the
  /// publisher finishes and cancels what is before it.
  ///
  /// ```swift
  /// titles.withUnretained(screen).sink { screen, title in screen.title = title }.store(in: &subscriptions)
  /// ```
  public func withUnretained<Owner: AnyObject>(_ owner: Owner) -> AnyPublisher<(Owner, Output), Failure> {
    map { [weak owner] value in owner.map { ($0, value) } }
      .prefix { $0 != nil }
      .compactMap { $0 }
      .eraseToAnyPublisher()
  }
}
