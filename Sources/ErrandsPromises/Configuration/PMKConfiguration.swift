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

  /// The same with any ``Dispatcher`` in the place of a queue, as in version 7.
  ///
  /// ```swift
  /// conf.D.map = ConcurrencyLimitedDispatcher(limit: 4)
  /// ```
  ///
  /// It says the same as ``Q``, and setting one sets the other. Flags go to queues; a dispatcher of another kind is not
  /// told of them.
  public var D: (map: any Dispatcher, return: any Dispatcher) {
    get { (map: Self.dispatcher(Q.map), return: Self.dispatcher(Q.return)) }
    set { Q = (map: Self.queue(newValue.map), return: Self.queue(newValue.return)) }
  }

  private static func dispatcher(_ queue: DispatchQueue?) -> any Dispatcher {
    guard let queue else { return CurrentThreadDispatcher() }
    return StandInQueue.dispatcher(of: queue) ?? queue
  }

  private static func queue(_ dispatcher: any Dispatcher) -> DispatchQueue? {
    switch dispatcher {
    case let queue as DispatchQueue: queue
    case is CurrentThreadDispatcher: nil
    default: StandInQueue.make(for: dispatcher)
    }
  }

  /// Whether `catch` and `recover` are called for cancellations where they do not say so; they are not.
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation

  /// Is told what may be a fault of the program; prints it.
  @preconcurrency public var logHandler: @Sendable (LogEvent) -> Void = { event in print(event.sentence) }
}

/// What holds for the whole process. Set it before the first promise is made.
public var conf: PMKConfiguration {
  get { configuration.withLock { $0 } }
  set {
    // Swapped inside the lock, freed outside: what a former log handler held may be logged when it goes.
    _ = configuration.withLock { configuration in
      defer { configuration = newValue }
      return configuration
    }
  }
}

private let configuration = Lock(PMKConfiguration())
