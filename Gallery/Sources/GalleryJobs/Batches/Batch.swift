import Errands

/// Many pieces of work as one, whatever they are: photos, say, or animations.
///
/// Every member is begun at once, fails alone, and is told of once, when it has ended. The batch has ended when all
/// of them have been told of. Cancelling its run cancels the members that are in flight, and they are told of, too.
///
/// Each style writes that in its own way, in a file of its own. A member that must not begin with all the others waits
/// for its turn by itself: `WorkQueue.inTurn`.
struct Batch<Value: Sendable>: Sendable {
  /// What the batch is called in the trace.
  let name: String
  /// In the order of their places, from 0.
  let members: [Errand<Value>]
  /// Told of each member how it has ended: by any thread, and by several at once.
  let tell: @Sendable (_ index: Int, Result<Value, any Error>) -> Void

  init(
    _ name: String,
    _ members: [Errand<Value>],
    tell: @escaping @Sendable (_ index: Int, Result<Value, any Error>) -> Void
  ) {
    self.name = name
    self.members = members
    self.tell = tell
  }

  /// All of the members, in this style.
  func all(by style: JobStyle) -> Errand<Void> {
    switch style {
    case .async: allByAsync()
    case .closure: allByClosure()
    case .delegate: allByDelegate()
    case .group: allByGroup()
    case .stream: allByStream()
    case .promise: allByPromise()
    case .bolts: allByBolts()
    case .operation: allByOperation()
    case .publisher: allByPublisher()
    }
  }
}
