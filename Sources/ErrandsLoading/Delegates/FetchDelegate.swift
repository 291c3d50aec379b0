import Foundation

/// One method for each event of a load: the head, the body in chunks, the completion.
///
/// A delegate is an owner: it is held weakly and not called once it is gone. That it is gone is noticed when
/// there is something to tell it, which ends the load; a load in the delegate's own `Scope` ends at once. The
/// next chunk is read when the delegate has taken the one before.
public protocol FetchDelegate: AnyObject, Sendable {
  func fetch(_ request: FetchRequest, didReceive head: FetchHead)
  func fetch(_ request: FetchRequest, didReceive chunk: Data)
  /// Called once and last.
  func fetch(_ request: FetchRequest, didComplete outcome: Result<Void, any Error>)
}

/// What happens in a load.
public enum FetchAction: Sendable {
  case response(FetchHead)
  case data(Data)
  /// Once and last.
  case completion(Result<Void, any Error>)
}

/// One method for every event of a load.
///
/// A delegate is an owner, as ``FetchDelegate`` says.
public protocol FetchActionDelegate: AnyObject, Sendable {
  func perform(_ action: FetchAction)
}
