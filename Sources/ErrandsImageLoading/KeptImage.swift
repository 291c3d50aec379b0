import Errands
import ErrandsLoading

/// An image's place among what is kept: what it is kept under is worked out once, for who gives the same one thousands of
/// times a second.
///
/// ```swift
/// let kept = loader.kept(cover, as: .webp())
/// let file = await kept.file()
/// // Later, wherever there is no time to wait:
/// let again = kept.inMemory()
/// ```
public struct KeptImage: Sendable {
  private let fetcher: Fetcher
  private let request: FetchRequest
  private let load: (@Sendable () -> FetchedData?)?
  private let finish: @Sendable (FetchedData) -> FetchedData

  /// - Parameter finish: Makes of what is kept what is given.
  init(
    _ request: FetchRequest,
    of fetcher: Fetcher,
    finish: @escaping @Sendable (FetchedData) -> FetchedData = { $0 }
  ) {
    var request = request
    request.fields["Cache-Control"] = "only-if-cached"
    self.request = request
    self.fetcher = fetcher
    self.finish = finish
    load = fetcher.remembering(request)
  }

  /// What memory has, where that is fresh: at once, in microseconds, on whatever thread. Nil where it has none, though there
  /// may be one in the cache's folder.
  public func inMemory() -> FetchedData? { load?().flatMap(fresh) }

  /// What the cache has in memory or in its folder, where that is fresh; never asks a server. Nil where it has none.
  public func file() async -> FetchedData? {
    guard let load else { return nil }
    // A server asks for the same ones thousands of times a second.
    if let known = load() { return fresh(known) }
    return await fetcher.kept(request).flatMap(fresh)
  }

  /// A server may allow what is stale to be given while it is asked (RFC 5861, section 3). That is for a load to do: who was
  /// given it here, asked nobody, and had the same picture until the last second of that time.
  private func fresh(_ data: FetchedData) -> FetchedData? {
    data.cacheStatus?.timeToLive.map { $0 <= 0 } == true ? nil : finish(data)
  }
}
