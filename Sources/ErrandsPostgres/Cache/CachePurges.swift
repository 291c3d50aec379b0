import Errands
import ErrandsLoading
import Foundation

/// What is purged at any process, at the caches of this one.
final class CachePurges: Sendable {
  private let pool: PostgresPool
  private let tables: CacheTables
  private let followers = Lock<[PurgeFollower]>([])
  private let rounds = Lock(0)
  /// Of what has to be heard from the database, which may be away.
  private let scope = Scope()

  init(_ pool: PostgresPool, _ tables: CacheTables) {
    (self.pool, self.tables) = (pool, tables)
  }

  /// Another one each time that there may be news: who asks for something behind a purge does not join one who has asked
  /// before it.
  var round: Int { rounds.withLock { $0 } }

  /// Up to which purge all caches here have followed.
  var followed: Int64 { followers.withLock { $0.filter { !$0.isOver }.map(\.number).min() ?? .max } }

  /// Another process may have purged something.
  func mayHaveNews() {
    rounds.withLock { $0 += 1 }
    for follower in followers.withLock({ $0 }) { begin(follower) }
  }

  func attach(_ cache: HTTPCache) async {
    let follower = PurgeFollower(cache, pool, tables)
    followers.withLock { followers in
      followers.removeAll { $0.isOver }
      followers.append(follower)
    }
    do {
      try await follower.catchUp().timeout(after: .seconds(5)).value()
    } catch {
      begin(follower)
    }
  }

  func purge(_ part: CachePart) -> Errand<Void> {
    pool.transaction("cache purge") { [tables] database in
      // It takes as long as there are entries.
      database.answerLimit = nil
      try tables.purge(part, in: database)
    }
    .flatMap { [self] in
      rounds.withLock { $0 += 1 }
      return Errand.all(followers.withLock { $0 }.map { $0.purged(part) }).map { _ in () }
    }
  }

  private func begin(_ follower: PurgeFollower) {
    let policy = RetryPolicy(retries: .max, base: .milliseconds(50), cap: .seconds(2))
    follower.catchUp().retry(policy).run(in: scope)
  }
}

/// A cache of this process, which is purged of what is purged at any. How far it is stands beside what it keeps: a process
/// that begins again with what it had hears what it has missed.
private final class PurgeFollower: Sendable {
  private let pool: PostgresPool
  private let tables: CacheTables
  /// Nil where it is gone.
  private let cache: @Sendable () -> HTTPCache?
  private let file: URL?
  private let mark: Lock<PurgeMark?>
  /// One after the other.
  private let turns = WorkQueue("purges", limit: 1)

  init(_ cache: HTTPCache, _ pool: PostgresPool, _ tables: CacheTables) {
    (self.pool, self.tables) = (pool, tables)
    self.cache = { [weak cache] in cache }
    let file = cache.folder?.appending(path: CacheTables.purgeChannel(tables.name))
    self.file = file
    let data = file.flatMap { try? Data(contentsOf: $0) }
    mark = Lock(data.flatMap { try? JSONDecoder().decode(PurgeMark.self, from: $0) })
  }

  var isOver: Bool { cache() == nil }
  var number: Int64 { mark.withLock { $0?.number ?? 0 } }

  /// Purges what the cache has missed.
  func catchUp() -> Errand<Void> {
    Errand("purges") { [self] in
      let mark = mark.withLock { $0 }
      let news = try await pool.work { [tables] in try tables.purges(since: mark, in: $0) }.value()
      for part in news.missed(since: mark) {
        guard let cache = cache() else { return }
        await cache.purge(part)
      }
      if news.mark != mark { remember(news.mark) }
    }
    .on(turns)
  }

  /// One that this process has purged; at once where the database cannot tell of it any more.
  func purged(_ part: CachePart) -> Errand<Void> {
    catchUp().recover { [self] _ in Errand { [self] in await cache()?.purge(part) } }
  }

  private func remember(_ mark: PurgeMark) {
    self.mark.withLock { $0 = mark }
    guard let file, let data = try? JSONEncoder().encode(mark) else { return }
    // Where it cannot be written, more is purged the next time than would have to be: so it is for what is left of it behind
    // a power cut, and nobody waits for the disk.
    let part = file.appendingPathExtension("part").path(percentEncoded: false)
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let written = data.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard close(descriptor) == 0, written == data.count else {
      unlink(part)
      return
    }
    rename(part, file.path(percentEncoded: false))
  }
}
