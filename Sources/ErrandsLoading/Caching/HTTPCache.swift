import Errands
import Foundation

/// Keeps answers for fetchers, in memory and in a folder, for as long as HTTP allows (RFC 9111).
///
/// ```swift
/// let cache = HTTPCache(folder: URL(filePath: "/var/cache/charts"), diskLimit: 1 << 30)
/// ```
///
/// Several fetchers may share one cache, and several processes one folder.
public final class HTTPCache: Sendable {
  let memory: MemoryTier
  let disk: DiskTier?
  let policy: CachePolicy
  let permits = Lock(StoragePermits())
  /// Seconds since 1970, as the cache counts: for `requestTime` and `responseTime`.
  let now: @Sendable () -> Int64
  /// Of what is renewed while what is stale has been given already.
  let scope = Scope()
  private let sweeps: SweepTimer
  /// Of the fetchers that use the cache.
  private let listeners = Lock<[UUID: @Sendable (CacheGroup) -> Void]>([:])

  /// A cache.
  ///
  /// - Parameters:
  ///   - memoryLimit: The bytes of heads and bodies in memory. An answer of more than a quarter of it is not kept
  ///     there. Default 32 MiB; nothing is kept in memory where it is 0.
  ///   - folder: Where answers are kept on disk; it is made where it is not there. What others have put into it is left
  ///     alone. Where it cannot be written, answers are kept in memory only, and the statistics say why. Default nil:
  ///     nowhere.
  ///   - diskLimit: The bytes in the folder. An answer of more than half of it is not kept there. Where several
  ///     processes share the folder, each may exceed it by a sixteenth for a while. Default 256 MiB.
  ///   - minimumFree: The bytes of the folder's disk that are left to others: what is kept makes room for them. An eighth of
  ///     the disk, where that is less. Default 64 MiB; with 0 the disk is filled.
  ///   - maximumAge: For how long an answer is kept after the server has last confirmed it, however often it is read.
  ///     Default 30 days.
  ///   - isShared: Whether the answers are for more than one user, as in a server: then `private` and `Authorization`
  ///     keep an answer out, and `s-maxage` counts. Default false.
  ///   - negativeStatuses: Of which errors an answer is kept that does not say for how long. Default 404 and 410.
  ///   - negativeLifetime: For how long. Default 10 seconds, and no more than that.
  public convenience init(
    memoryLimit: Int64 = 32 << 20,
    folder: URL? = nil,
    diskLimit: Int64 = 256 << 20,
    minimumFree: Int64 = 64 << 20,
    maximumAge: Duration = .seconds(30 * 86_400),
    isShared: Bool = false,
    negativeStatuses: Set<Int> = [404, 410],
    negativeLifetime: Duration = .seconds(10)
  ) {
    let policy = CachePolicy(
      isShared: isShared,
      negativeStatuses: negativeStatuses,
      negativeLifetime: min(max(0, negativeLifetime.components.seconds), 10)
    )
    self.init(
      memoryLimit: memoryLimit,
      folder: folder,
      diskLimit: diskLimit,
      minimumFree: minimumFree,
      maximumAge: maximumAge,
      policy: policy,
      clock: ContinuousClock(),
      now: { Int64(Date().timeIntervalSince1970) }
    )
  }

  /// - Parameters:
  ///   - clock: What the sweeps are timed by.
  ///   - now: Seconds since 1970.
  init(
    memoryLimit: Int64,
    folder: URL?,
    diskLimit: Int64,
    minimumFree: Int64 = 0,
    maximumAge: Duration,
    policy: CachePolicy,
    clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Int64
  ) {
    let ageLimit = maximumAge.components.seconds
    let memory = MemoryTier(costLimit: memoryLimit, ageLimit: ageLimit, now: now)
    let disk = folder.map {
      DiskTier(
        folder: $0,
        costLimit: diskLimit,
        minimumFree: minimumFree,
        ageLimit: ageLimit,
        clock: clock,
        now: now
      )
    }
    self.memory = memory
    self.disk = disk
    self.policy = policy
    self.now = now
    // An eighth of the age: nothing stays for much longer than it may. Ten minutes: other processes store, too.
    let period = Duration.seconds(min(max(1, ageLimit / 8), 600))
    sweeps = SweepTimer(every: period, on: clock) {
      memory.sweep()
      disk?.startSweep()
    }
  }

  /// What it has done, and what it holds.
  public var statistics: CacheStatistics {
    var statistics = CacheStatistics()
    statistics.memory = memory.statistics
    if let disk { (statistics.disk, statistics.diskFailure) = (disk.statistics, disk.failure) }
    return statistics
  }

  // MARK: Removing

  /// Removes the answers of an address, to all requests for it; those on their way into the cache, too. What another
  /// process is storing at the same time may come behind it. Takes time linear in the number of answers in the folder, as does what
  /// follows each request with an unsafe method.
  public func purge(_ url: URL) async { await purge(.address(url)) }

  /// Removes the answers to requests with this ``FetchRequest/key``, whatever their addresses, as ``purge(_:)-(URL)`` does. Takes time
  /// linear in the number of answers. Files that have been made of an image go with its address, and not with its key.
  public func purge(key: String) async { await purge(.key(key)) }

  /// Removes the answers of all addresses of a host, as ``purge(_:)-(URL)`` does. Takes time linear in the number of answers.
  public func purge(host: String) async { await purge(.host(host)) }

  /// Removes all answers, as ``purge(_:)-(URL)`` does.
  public func removeAll() async { await purge(.all) }

  /// Removes a part, as ``purge(_:)-(URL)`` does that of an address. In this process: a ``SharedTier`` reaches the others.
  public func purge(_ part: CachePart) async { await remove(part.group, as: .purged) }

  /// Looks at the folder's disk now: what is kept makes room for others, where they have left less than is to stay free. That
  /// happens with each answer that is stored, and every ten minutes, too.
  public func makeRoom() async { await disk?.sweep() }

  /// Where answers are kept on disk. Files of others in it are left alone.
  package var folder: URL? { disk.map { URL(filePath: $0.folder.path, directoryHint: .isDirectory) } }

  func remove(_ group: CacheGroup, as reason: CacheEviction) async {
    let removal = permits.withLock { $0.begin(group) }
    defer { permits.withLock { $0.finish(removal) } }
    if reason != .replaced { retire(group) }
    memory.remove(group, as: reason)
    guard let disk else { return }
    await disk.remove(group, as: reason)
    // What has begun meanwhile may have read what was still in the folder: later ones are not to join it.
    if reason != .replaced { retire(group) }
  }

  /// Calls the handler with each group that does not hold any more, until it is forgotten.
  ///
  /// - Returns: What ``forget(_:)`` takes.
  func whenRetired(_ handler: @escaping @Sendable (CacheGroup) -> Void) -> UUID {
    let id = UUID()
    listeners.withLock { $0[id] = handler }
    return id
  }

  /// Calls the handler with a question, for each group of answers that does not hold any more: whether the answer to a request
  /// is among them. For what is made of answers, and kept elsewhere.
  ///
  /// - Returns: What ``forget(_:)`` takes.
  package func whenForgotten(
    _ handler: @escaping @Sendable (_ concerns: (FetchRequest) -> Bool) -> Void
  ) -> UUID {
    whenRetired { group in
      handler { group.contains(CacheAddress($0.url), key: $0.identity) }
    }
  }

  /// The leave to keep what is made of the answer to a request, from now on until something of it does not hold any more.
  package func permit(for request: FetchRequest) -> StoragePermit {
    StoragePermit(self, .init(.product, to: request, key: request.cacheKey))
  }

  package func forget(_ id: UUID) { _ = listeners.withLock { $0.removeValue(forKey: id) } }

  /// How many handlers there are.
  var listenerCount: Int { listeners.withLock { $0.count } }

  private func retire(_ group: CacheGroup) {
    for handler in listeners.withLock({ $0 }).values { handler(group) }
  }
}
