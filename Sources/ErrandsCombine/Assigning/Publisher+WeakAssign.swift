extension Publisher where Failure == Never {
  /// Assigns each value to a property of an object, for as long as the object lives, and without keeping it
  /// alive. The first value that finds it gone cancels the subscription.
  ///
  /// `assign(to:on:)` keeps its object alive, and an object that stores the subscription never goes away:
  ///
  /// ```swift
  /// titles.weakAssign(to: \.title, on: screen).store(in: &subscriptions)
  /// ```
  ///
  /// The property may be a `@Published` one. It is written on the thread on which the value comes.
  public func weakAssign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>,
    on object: Root
  ) -> AnyCancellable {
    weakAssign(on: object) { $0[keyPath: keyPath] = $1 }
  }

  /// As ``weakAssign(to:on:)``, to a property that may also be nil.
  public func weakAssign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output?>,
    on object: Root
  ) -> AnyCancellable {
    weakAssign(on: object) { $0[keyPath: keyPath] = $1 }
  }

  private func weakAssign<Root: AnyObject>(
    on object: Root,
    _ assign: @escaping (Root, Output) -> Void
  ) -> AnyCancellable {
    let inlet = Inlet<Output, Never>(
      demand: .unlimited,
      value: { [weak object] inlet, value in
        if let object { assign(object, value) } else { inlet.cancel() }
        return .none
      },
      completion: { _ in }
    )
    subscribe(inlet)
    return AnyCancellable(inlet)
  }
}
