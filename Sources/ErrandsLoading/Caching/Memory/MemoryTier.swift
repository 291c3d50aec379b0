import Errands
import Foundation

/// Whole answers in memory: see ``MemoryTierState``. Every call takes microseconds and may be made anywhere.
final class MemoryTier: Sendable {
  private let state: Lock<MemoryTierState>
  private let now: @Sendable () -> Int64
  /// The largest entry that is kept, in bytes.
  let entryLimit: Int64

  /// - Parameters:
  ///   - costLimit: In bytes of heads and bodies.
  ///   - ageLimit: In seconds since an answer came or was confirmed.
  ///   - now: Seconds since 1970.
  init(costLimit: Int64, ageLimit: Int64, now: @escaping @Sendable () -> Int64) {
    let initial = MemoryTierState(costLimit: costLimit, ageLimit: ageLimit)
    entryLimit = initial.entryLimit
    state = Lock(initial)
    self.now = now
  }

  var statistics: CacheStatistics.Tier { state.withLock { $0.statistics } }

  /// - Parameter counts: False where the caller may look once more for the same request, and counts by itself.
  func lookup(_ request: FetchRequest, key: String, counts: Bool = true) -> MemoryTierState.Lookup {
    let now = now()
    return state.withLock { $0.lookup(request, key: key, counts: counts, at: now) }.0
  }

  /// Counts what a look has found that did not count.
  func count(_ lookup: MemoryTierState.Lookup) { state.withLock { $0.count(lookup) } }

  /// - Parameters:
  ///   - body: Nil for one that is too large.
  ///   - age: How many seconds ago the answer came, of a copy: see ``MemoryTierState/store(_:_:to:key:age:at:)``.
  /// - Returns: Whether it is there now.
  @discardableResult
  func store(
    _ head: CachedHead,
    _ body: Data?,
    to request: FetchRequest,
    key: String,
    age: Int64? = nil
  ) -> Bool {
    let now = now()
    return state.withLock { $0.store(head, body, to: request, key: key, age: age, at: now) }.isStored
  }

  func renew(_ old: CachedHead, to new: CachedHead, key: String) {
    let now = now()
    _ = state.withLock { $0.renew(old, to: new, key: key, at: now) }
  }

  /// Removes what is too old.
  func sweep() {
    let now = now()
    _ = state.withLock { $0.expire(at: now) }
  }

  func remove(_ group: CacheGroup, as reason: CacheEviction) {
    _ = state.withLock { $0.remove(group, as: reason) }
  }
}
