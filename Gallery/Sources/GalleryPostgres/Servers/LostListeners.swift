import ErrandsPostgres
import GalleryJobs

/// Knows of a server's listeners whether one has no connection now, and why: what is told meanwhile it does not hear.
final class LostListeners: Sendable {
  private struct Known {
    weak var listener: PostgresListener?
  }

  private let known = Lock<[Known]>([])

  /// Why one of them has none; nil where all have one.
  var error: PostgresError? {
    let listeners = known.withLock { $0.compactMap(\.listener) }
    return listeners.lazy.compactMap(\.error).first
  }

  /// Knows of a listener for as long as somebody else holds it.
  func note(_ listener: PostgresListener) -> PostgresListener {
    known.withLock { known in
      known.removeAll { $0.listener == nil }
      known.append(Known(listener: listener))
    }
    return listener
  }
}
