public import Dispatch
import Errands

/// Lets no more than so many handlers run at a time; the others wait, first come first served.
///
/// ```swift
/// let two = ConcurrencyLimitedDispatcher(limit: 2)
/// let thumbnails = pictures.map { picture in picture.map(on: two) { $0.scaled() } }
/// ```
///
/// It counts handlers, not promises: what a handler begins and does not wait for is not concerned.
public final class ConcurrencyLimitedDispatcher: Dispatcher {
  private let places: WorkQueue
  private let delivery: Delivery

  /// - Parameters:
  ///   - limit: How many handlers may run at a time. Less than 1 counts as 1.
  ///   - queue: Where they run.
  public init(limit: Int, queue: some Dispatcher = DispatchQueue.global(qos: .background)) {
    places = WorkQueue("promise handlers", limit: limit)
    delivery = .through(queue)
  }

  /// Calls the work when a place is free.
  public func dispatch(_ body: @escaping @Sendable () -> Void) {
    let work = Errand<Void>.fromCallback { [delivery] callback in
      delivery.call {
        body()
        callback.succeed(())
      }
    }
    places.add(work)
  }
}
