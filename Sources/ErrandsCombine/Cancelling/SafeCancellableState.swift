import Errands

/// Work that is done once, as a value: no lock, no side effect.
struct SafeCancellableState {
  private var work: (() -> Void)?
  /// Those of the scopes in which it is stored.
  private var callbacks: [Callback<Void>] = []

  init(_ work: @escaping () -> Void) {
    self.work = work
  }

  var isCancelled: Bool { work == nil }

  /// What is to be done now. Nothing the second time.
  mutating func cancel() -> (work: (() -> Void)?, callbacks: [Callback<Void>]) {
    defer { callbacks = [] }
    return (work.take(), callbacks)
  }

  mutating func add(_ callback: Callback<Void>) -> Bool {
    guard !isCancelled else { return false }
    callbacks.append(callback)
    return true
  }
}
