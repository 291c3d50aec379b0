extension Run {
  /// A run whose owner starts the work later: an operation, which waits for its queue.
  @inlinable
  package convenience init(name: String?, origin: SourceLocation) {
    self.init(label: Label(name: name, origin: origin), registry: nil)
  }

  /// The same, called as the errand is.
  @inlinable
  package convenience init(of errand: Errand<Value>) {
    self.init(label: errand.label, registry: nil)
  }

  /// Calls the handler with the outcome, before the run's owner is told.
  @inlinable
  package func whenDecided(_ handler: @escaping Settlement<Value>.Handler) {
    settlement.whenSettled(handler)
  }

  /// Starts the errand's work in this run, unless the run has been settled already.
  @inlinable
  package func perform(_ errand: Errand<Value>) {
    start(errand.work)
  }

  /// The same with work that reports by a callback, without an errand around it.
  @inlinable
  package func perform(_ begin: (Callback<Value>) throws -> Void) {
    if settlement.isDecided { return }
    trace(.started)
    let callback = Callback(run: self)
    do {
      if Trace.isObserved { try Trace.calling(for: id) { try begin(callback) } } else { try begin(callback) }
    } catch {
      callback.fail(error)
    }
  }
}
