import Errands
import Foundation

/// Stores one answer as its body arrives. Nothing of it can be found before ``commit()``; one that is let go of has
/// been abandoned.
///
/// Storing never fails a load: where there is no room, or the disk is full, the rest is passed over.
final class CacheWriter: Sendable {
  private struct State: Sendable {
    /// For memory; nil where it is not to be there, or has become too large for that.
    var collected: Data?
    var length: Int64 = 0
    var hasEnded = false
  }

  private let cache: HTTPCache
  private let head: CachedHead
  private let request: FetchRequest
  private let key: String
  private let permit: StoragePermit
  private let disk: DiskWriter?
  private let state: Lock<State>

  init(_ cache: HTTPCache, _ head: CachedHead, to request: FetchRequest, key: String, _ permit: StoragePermit)
  {
    self.cache = cache
    self.head = head
    self.request = request
    self.key = key
    state = Lock(State(collected: request.tiers == .disk ? nil : Data()))
    self.permit = permit
    let tier = request.tiers == .memory ? nil : cache.disk
    disk = tier?.writer(head, to: request, key: key) { permit.isValid }
  }

  deinit { abandon() }

  /// For how many seconds what is made of the answer may be kept.
  var remainingLifetime: Int64? { cache.policy.unaskedLifetime(of: head, at: cache.now()) }

  /// Takes the next chunk; returns when it has been written, which is the back-pressure.
  func write(_ chunk: Data) async {
    let limit = cache.memory.entryLimit
    let goesOn = state.withLock { state in
      guard !state.hasEnded else { return false }
      state.length += Int64(chunk.count)
      if state.length <= limit { state.collected?.append(chunk) } else { state.collected = nil }
      return true
    }
    if goesOn { await disk?.write(chunk) }
  }

  /// The body is whole. False where it has not been stored, nor is it where its length is not what the head says.
  @discardableResult
  func commit() async -> Bool {
    let (state, isFirst) = end()
    guard isFirst, state.length == head.head.contentLength ?? state.length else {
      disk?.abandon()
      return false
    }
    permit.overtake(storing: head)
    let isInMemory = cache.storeInMemory(head, state.collected, to: request, key: key, permit)
    let isOnDisk = await disk?.commit() ?? false
    if isOnDisk, !isInMemory {
      // Until now the folder had the answer before, and a look may have given it to memory.
      permit.overtake(storing: head)
      cache.storeInMemory(head, nil, to: request, key: key, permit)
    }
    // It may have been removed as soon as it was there.
    return (isOnDisk || isInMemory) && permit.isValid
  }

  /// The body is not to be stored. No effect after ``commit()``.
  func abandon() {
    if end().isFirst { disk?.abandon() }
  }

  private func end() -> (State, isFirst: Bool) {
    state.withLock { state in
      defer { state.hasEnded = true }
      return (state, !state.hasEnded)
    }
  }
}
