/// The main queue as a type of its own, so that the compiler knows what it means: handlers that are called there
/// are main-actor code.
///
/// ```swift
/// promise.done(on: .main) { self.title = $0 }
/// ```
///
/// The line is the one that code in Swift 5 mode has. There it is the dispatch queue; in Swift 6 mode it is this
/// type, and stands for a missing `on:` too.
public struct MainQueue: Sendable {
  /// The main queue: a handler is called there later, never inside the call that registers it.
  public static var main: MainQueue { MainQueue() }
}
