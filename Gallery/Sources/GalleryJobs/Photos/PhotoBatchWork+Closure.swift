import Errands

extension PhotoBatchWork {
  /// Completion closures, and a count of those still to come: whoever brings it to zero is the last.
  func byClosure() -> Errand<Void> {
    .fromCallback("photos by closure") { [self] callback in
      guard !indices.isEmpty else { return _ = callback.succeed(()) }
      let missing = Countdown(from: indices.count)
      for index in indices {
        photo(index).run(on: .immediate) { [self] outcome in
          settle(index, outcome)
          if missing.countsLast() { callback.succeed(()) }
        }
      }
    }
  }
}
