import Errands

/// The downloads of a fetcher that have a partial file open, by what makes them the same.
///
/// One that is cancelled has its outcome at once, and closes its file a moment later. A caller that began the same download again in
/// between, as one does that pauses it and goes on, found the file in use, and loaded all of it anew beside it.
final class OpenDownloads<Key: Hashable & Sendable>: Sendable {
  private let latest = Lock<[Key: Settlement<Void>]>([:])

  init() {}

  var count: Int { latest.withLock { $0.count } }

  /// Does a piece of work once the one before it under the same key has ended.
  ///
  /// - Throws: What the work throws; `CancellationError`, at once, where the task is cancelled before the work begins.
  func follow<Answer>(_ key: Key, _ work: () async throws -> Answer) async throws -> Answer {
    let own = Settlement<Void>()
    let before = latest.withLock { latest in
      defer { latest[key] = own }
      return latest[key]
    }
    defer {
      // One that gave up waiting ends no sooner than the one that it waited for.
      if let before { before.whenSettled { _ in self.end(own, key) } } else { end(own, key) }
    }
    try await before?.value()
    return try await work()
  }

  private func end(_ own: Settlement<Void>, _ key: Key) {
    latest.withLock { if $0[key] === own { $0[key] = nil } }
    own.settle(.success(()))
  }
}
