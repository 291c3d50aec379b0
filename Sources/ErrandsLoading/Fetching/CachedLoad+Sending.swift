import Errands

extension CachedLoad {
  /// What was sent last, and when: what was waited for before is no part of an answer's age (RFC 9111, section 4.2.3), and what
  /// was removed before is not stored again by its answer.
  final class Sending: Sendable {
    private struct State: Sendable {
      var request: FetchRequest?
      var time: Int64
      var permit: StoragePermit?
    }

    private let cache: HTTPCache
    /// What is stored is an answer to this.
    private let asked: (request: FetchRequest, key: String)
    private let state: Lock<State>

    init(_ cache: HTTPCache, _ request: FetchRequest, key: String) {
      self.cache = cache
      asked = (request, key)
      state = Lock(State(time: cache.now()))
    }

    var request: FetchRequest? { state.withLock { $0.request } }
    var time: Int64 { state.withLock { $0.time } }
    var permit: StoragePermit? { state.withLock { $0.permit } }

    @Sendable func note(_ request: FetchRequest) {
      let last = State(
        request: request,
        time: cache.now(),
        permit: StoragePermit(cache, .init(.answer, to: asked.request, key: asked.key))
      )
      // The one before is let go of outside the lock.
      let former = state.withLock { state in
        defer { state = last }
        return state
      }
      withExtendedLifetime(former) {}
    }
  }
}
