public import Dispatch
import Errands

/// Where handlers are called that do not say it, and other things that hold for the whole process.
public struct PMKConfiguration: Sendable {
  /// The queues for handlers that change a value (`map`) and for those that take it (`return`); nil for the
  /// thread that resolves the promise. Both are the main queue.
  ///
  /// It is read when a handler is registered. In Swift 6 mode a handler without `on:` is main-actor code by its
  /// type, and is called there whatever is said here.
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) = (map: .main, return: .main)

  /// Whether `catch` and `recover` are called for cancellations where they do not say so; they are not.
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation

  /// Is told what may be a fault of the program; prints it.
  @preconcurrency public var logHandler: @Sendable (LogEvent) -> Void = { event in print(event.sentence) }
}

/// What holds for the whole process. Set it before the first promise is made.
public var conf: PMKConfiguration {
  get { configuration.withLock { $0 } }
  set { configuration.withLock { $0 = newValue } }
}

private let configuration = Lock(PMKConfiguration())
