extension Window {
  /// Reads an asynchronous sequence to its end, no faster than places become free.
  @inlinable
  func read<Errands: AsyncSequence>(_ errands: Errands) async where Errands.Element == Errand<Member> {
    do {
      for try await errand in errands {
        guard let index = await waitForIndex() else { return }
        begin(errand, at: index)
      }
      close()
    } catch {
      fail(error)
    }
  }

  @inlinable
  func begin(_ errand: Errand<Member>, at index: Int) {
    let run = Run<Member>(label: errand.label, registry: nil, parent: callback.run.id)
    let place = enter(run)
    run.settlement.whenSettled { outcome in
      self.leave(place, outcome, at: index)
      self.completeIfDone()
    }
    run.start(errand.work)
  }

  @usableFromInline
  func close() {
    state.withLock { $0.isOpen = false }
    completeIfDone()
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
