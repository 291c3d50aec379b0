public import Dispatch
import Errands
public import ErrandsEager

/// The end of a chain, behind its `catch`. Ends when the handler has been called, or was not needed.
public final class PMKFinalizer: EagerSettlement<Void>, @unchecked Sendable {
  // Sendable: adds nothing that changes.

  @usableFromInline
  override init(source: (any EagerSource)?) {
    super.init(source: source)
  }

  deinit { logIfUnresolved() }

  /// Calls `body` at the end of the chain, however it ended, cancelled too.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func finally(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable () -> Void
  ) {
    finishing(on: .on(on, flags), body)
  }

  /// Calls `body` at the end of the chain, on the main actor.
  @available(swift, introduced: 6)
  public func finally(on: MainQueue = .main, _ body: @escaping @MainActor () -> Void) {
    finishing(on: .mainQueue) { MainActor.assumeIsolated { body() } }
  }
}

extension EagerSettlement {
  /// The end of a chain whose source was dropped never comes.
  func finishing(on delivery: Delivery, _ body: @escaping @Sendable () -> Void) {
    whenDecided(as: delivery.eagerKind) { outcome in
      if !outcome.isAbandonment { delivery.call(body) }
    }
  }

  /// For the deinit of what PromiseKit calls a guarantee.
  @usableFromInline
  func logIfUnresolved() {
    guard outcome?.isAbandonment ?? true else { return }
    conf.logHandler(.pendingGuaranteeDeallocated)
  }
}
