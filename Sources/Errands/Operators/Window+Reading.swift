extension Window {
  /// Reads an asynchronous sequence to its end, no faster than places become free.
  @inlinable
  func read<Elements: AsyncSequence>(
    _ elements: Elements,
    _ work: (Elements.Element) -> Errand<Member>
  ) async {
    do {
      var iterator = elements.makeAsyncIterator()
      // First the place, then the element: one that was read ahead would lie in nobody's limit.
      while let index = await waitForIndex() {
        guard let element = try await iterator.next() else {
          close(returning: index)
          return completeIfDone()
        }
        begin(work(element), at: index)
      }
    } catch {
      fail(error)
    }
  }

  @inlinable
  func begin(_ errand: Errand<Member>, at index: Int) {
    errand.begin(childOf: callback.run.id, entering: enter) { place, outcome in
      self.leave(place, outcome, at: index)
      self.completeIfDone()
    }
  }

  /// Waits until there is room; nil where none are begun any more.
  @usableFromInline
  func waitForIndex() async -> Int? {
    while true {
      let (index, room): (Int?, Settlement<Void>?) = state.withLock { state in
        if let index = state.takeIndex(limit) { return (index, nil) }
        guard !state.isOver else { return (nil, nil) }
        let room = Settlement<Void>()
        state.room = room
        return (nil, room)
      }
      guard let room else { return index }
      _ = await room.settled {}
    }
  }
}
