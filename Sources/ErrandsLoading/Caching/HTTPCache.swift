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
  /// A cache.
  ///
  /// - Parameters:
  ///   - memoryLimit: The bytes of heads and bodies in memory. An answer of more than a quarter of it is not kept there.
  ///     Default 32 MiB; nothing is kept in memory where it is 0.
  ///   - folder: Where answers are kept on disk; it is made where it is not there. What others have put into it is left
  ///     alone. Default nil: nowhere.
  ///   - diskLimit: The bytes in the folder. Default 256 MiB.
  ///   - maximumAge: For how long an answer is kept after the server has last confirmed it, however often it is read.
  ///     Default 30 days.
  ///   - isShared: Whether the answers are for more than one user, as in a server: then `private` and `Authorization`
  ///     keep an answer out, and `s-maxage` counts. Default false.
  ///   - negativeStatuses: Of which errors an answer is kept that does not say for how long. Default 404 and 410.
  ///   - negativeLifetime: For how long. Default 10 seconds, which is also the longest.
  public convenience init(
    memoryLimit: Int64 = 32 << 20,
    folder: URL? = nil,
    diskLimit: Int64 = 256 << 20,
    maximumAge: Duration = .seconds(30 * 86_400),
    isShared: Bool = false,
    negativeStatuses: Set<Int> = [404, 410],
    negativeLifetime: Duration = .seconds(10)
  ) {
    self.init(
      memoryLimit: memoryLimit,
      folder: folder,
      diskLimit: diskLimit,
      maximumAge: maximumAge,
      policy: CachePolicy(isShared: isShared),
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
    maximumAge: Duration,
    policy: CachePolicy,
    clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Int64
  ) {}

  /// What it has done, and what it holds.
  public var statistics: CacheStatistics { CacheStatistics() }

  /// Removes the answers of an address, of all requests for it.
  public func purge(_ url: URL) async {}

  /// Removes the answers of all addresses of a host.
  public func purge(host: String) async {}

  /// Removes all answers.
  public func removeAll() async {}
}

// MARK: For the fetcher

extension HTTPCache {
  /// What memory alone says, at once and without a task; nil where the folder has to be looked into.
  func lookupInMemory(_ request: FetchRequest, key: String, use: CacheUse = .usual) -> CacheAnswer? {
    .miss(.uriMiss)
  }

  /// What is there for a request.
  ///
  /// - Parameter key: Of the request without `Range` and conditions; the same for GET and HEAD.
  func lookup(_ request: FetchRequest, key: String, use: CacheUse = .usual) async -> CacheAnswer {
    .miss(.uriMiss)
  }

  /// Begins to store an answer; nil where it may not be kept.
  func store(
    _ answer: FetchHead,
    to request: FetchRequest,
    key: String,
    use: CacheUse = .usual,
    requestTime: Int64,
    responseTime: Int64
  ) -> CacheWriter? { nil }

  /// The server has answered 304 to a validation. Nil where it speaks of another answer than the one that is stored
  /// (RFC 9111, section 4.3.4): the original request is to be sent then.
  func renew(
    _ validation: CacheValidation,
    by answer: FetchHead,
    requestTime: Int64,
    responseTime: Int64
  ) async -> CachedResponse? { nil }

  /// A request with an unsafe method was answered: what is stored for its address, and for those of the same origin that
  /// the answer names, goes (RFC 9111, section 4.4). No effect for an error.
  func invalidate(_ url: URL, after answer: FetchHead) async {}

  /// Now, in seconds since 1970, as the cache counts: for `requestTime` and `responseTime`.
  var now: Int64 { 0 }
}
