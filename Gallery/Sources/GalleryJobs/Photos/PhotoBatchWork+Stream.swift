import Errands

extension PhotoBatchWork {
  /// An asynchronous sequence: the outcomes of all members in one stream, read until each has had its own.
  func byStream() -> Errand<Void> {
    Errand("photos by stream") { [self] in
      let (outcomes, arrivals) = AsyncStream.makeStream(of: (Int, Result<Photo, any Error>).self)
      for index in indices {
        photo(index).run(on: .immediate) { arrivals.yield((index, $0)) }
      }
      var expected = indices.count
      guard expected > 0 else { return }
      for await (index, outcome) in outcomes {
        settle(index, outcome)
        expected -= 1
        if expected == 0 { break }
      }
    }
  }
}
