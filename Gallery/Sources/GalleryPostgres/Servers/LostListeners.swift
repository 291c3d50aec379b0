import ErrandsPostgres
import Foundation
import GalleryJobs

/// Which of a server's listeners have no connection now, and why: what is told meanwhile they do not hear.
final class LostListeners: Sendable {
  /// By the listener; nil where it hears.
  private let errors = Lock<[UUID: PostgresError?]>([:])

  /// Why one of them has none; nil where all have one.
  var error: PostgresError? { errors.withLock { $0.values.lazy.compactMap { $0 }.first } }

  /// A listener of which it is known, for as long as somebody holds it.
  func listener(
    _ address: PostgresAddress,
    to channels: [String],
    beginning: String? = nil,
    handler: @escaping @Sendable (PostgresListener.Event) -> Void
  ) -> Listener {
    let id = UUID()
    errors.withLock { $0[id] = .some(nil) }
    let listener = PostgresListener(address, channels: channels, beginning: beginning) { [weak self] event in
      let error: PostgresError? = if case .lost(let error) = event { error } else { nil }
      // One that nobody holds any more may still be on its way to a connection.
      self?.errors.withLock { if $0.keys.contains(id) { $0[id] = .some(error) } }
      handler(event)
    }
    return Listener(id: id, listener: listener, all: self)
  }

  final class Listener: Sendable {
    private let id: UUID
    private let listener: PostgresListener
    private let all: LostListeners

    fileprivate init(id: UUID, listener: PostgresListener, all: LostListeners) {
      (self.id, self.listener, self.all) = (id, listener, all)
    }

    deinit { all.errors.withLock { _ = $0.removeValue(forKey: id) } }
  }
}
