import Errands

extension Batch {
  /// An asynchronous sequence: the outcomes of all members in one stream, read until each has had its own.
  ///
  /// A task that is cancelled ends the stream that it reads. The stream then cancels the members, whose outcomes are
  /// read behind all the others, and one that comes too late for the stream is told of where it ended.
  func allByStream() -> Errand<Void> {
    Errand("\(name) by stream") {
      let scope = Scope()
      let (outcomes, arrivals) = AsyncStream.makeStream(of: (Int, Result<Value, any Error>).self)
      arrivals.onTermination = { _ in scope.cancel() }
      for (index, member) in members.enumerated() {
        member.run(in: scope, on: .immediate) { outcome in
          if case .terminated = arrivals.yield((index, outcome)) { tell(index, outcome) }
        }
      }
      for await (index, outcome) in outcomes.prefix(members.count) { tell(index, outcome) }
    }
  }
}
