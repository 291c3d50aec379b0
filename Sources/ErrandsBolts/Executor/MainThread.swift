/// The executor of the main thread as a type of its own, so that the compiler knows what it means: closures that
/// are given to it belong to the main actor.
///
/// ```swift
/// task.continueOnSuccessWith(.mainThread) { self.title = $0 }
/// ```
///
/// The line is the one that code in Swift 5 mode has. There it is ``Executor/mainThread``, and that `title` is
/// touched on the main thread only is nobody's concern but its author's; from Swift 6 on it is this type.
public struct MainThread: Sendable {
  /// At once where the thread is the main one, else on the main queue.
  public static var mainThread: MainThread { MainThread() }
}
