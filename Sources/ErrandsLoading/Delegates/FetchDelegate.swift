import Foundation

/// One method for each event of a load: the head, the body in chunks, the completion.
///
/// A delegate is an owner: it is held weakly and not called once it is freed. Its end is noticed when there is
/// an event to tell it, which ends the load; a load in the delegate's own `Scope` ends at once. The next chunk is
/// read when the delegate has taken the one before.
public protocol FetchDelegate: AnyObject, Sendable {
  /// Called once, before any chunk; not where the load ends before its head.
  func fetch(_ request: FetchRequest, didReceive head: FetchHead)
  /// Called with each chunk of the body, in order.
  func fetch(_ request: FetchRequest, didReceive chunk: Data)
  /// Called once and last: with success, ``FetchError`` or `CancellationError`.
  func fetch(_ request: FetchRequest, didComplete outcome: Result<Void, any Error>)
}

/// What happens in a load.
public enum FetchAction: Sendable {
  /// The head; once, before any chunk.
  case response(FetchHead)
  /// A chunk of the body, in order.
  case data(Data)
  /// Once and last: success, ``FetchError`` or `CancellationError`.
  case completion(Result<Void, any Error>)
}

/// One method for every event of a load.
///
/// A delegate is an owner, as ``FetchDelegate`` says.
public protocol FetchActionDelegate: AnyObject, Sendable {
  /// Called with each event, one after the other.
  func perform(_ action: FetchAction)
}
