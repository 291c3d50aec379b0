import Dispatch
import Foundation

/// The photos added so far. Any number of readers at once, or one writer alone.
///
/// The readers and writers meet on a concurrent queue, where a write is a barrier: it waits for the reads that are
/// under way, and those that come later wait for it. Neither ever waits for anything slow.
public final class PhotoManager: @unchecked Sendable {
  // Sendable: `storage` is only read on `queue`, and only written there behind a barrier.
  private let queue = DispatchQueue(label: "photos", attributes: .concurrent)
  private var storage = Storage()
  private let announcements = DispatchQueue(label: "photos added")

  private struct Storage {
    var photos: [Photo] = []
    var observers: [UUID: @Sendable (Photo) -> Void] = [:]
  }

  public init() {}

  /// Every photo, in the order in which they were added.
  public var photos: [Photo] { queue.sync { storage.photos } }

  public var count: Int { queue.sync { storage.photos.count } }

  /// Adds a photo. A reader that comes after this call has returned finds it.
  public func add(_ photo: Photo) {
    queue.sync(flags: .barrier) {
      storage.photos.append(photo)
      let observers = Array(storage.observers.values)
      // Put into line behind the barrier, and so in the order of the additions; called outside it.
      announcements.async { for observer in observers { observer(photo) } }
    }
  }

  /// Calls the observer with every photo that is added from now on, in order, for as long as the observation is
  /// held. It is called on a queue of the manager's, and may read and add.
  public func observe(_ observer: @escaping @Sendable (Photo) -> Void) -> Observation {
    let id = UUID()
    queue.sync(flags: .barrier) { storage.observers[id] = observer }
    return Observation { [weak self] in self?.forget(id) }
  }

  private func forget(_ id: UUID) {
    // Handed out of the barrier: the observer may hold whatever its end sets off.
    let forgotten = queue.sync(flags: .barrier) { storage.observers.removeValue(forKey: id) }
    withExtendedLifetime(forgotten) {}
  }

  /// An observer's interest. Let go of it to hear nothing more.
  public final class Observation: Sendable {
    private let end: @Sendable () -> Void

    fileprivate init(end: @escaping @Sendable () -> Void) {
      self.end = end
    }

    deinit { end() }
  }
}
