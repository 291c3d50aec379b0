import Errands

extension Fetcher {
  /// Loads what will probably be asked for soon into the cache, a few at a time, and behind what is asked for: at a low
  /// priority. A load of the same joins what is on its way, which then has that load's priority, and is kept where this says
  /// and no further. What fails is passed over.
  ///
  /// No effect without a cache. The server decides what may be kept. What is there already stays where it is.
  ///
  /// - Parameters:
  ///   - requests: In the order in which they will be wanted.
  ///   - scope: Ends it: that of a screen, say.
  ///   - atOnce: How many are on their way at a time; less than 1 counts as 1. Default 4.
  ///   - tiers: Where it is kept. What comes for the folder alone is never whole in memory; a load of the same waits for it
  ///     and has it from there. No effect where the cache has no folder for it. Default ``CacheTiers/both``.
  /// - Returns: The work, to be cancelled before the scope ends.
  @discardableResult
  public func prefetch(
    _ requests: [FetchRequest],
    in scope: Scope,
    atOnce: Int = 4,
    into tiers: CacheTiers = .both
  ) -> Run<Void> {
    guard let cache = configuration.cache, tiers != .disk || cache.disk != nil else {
      return Errand("prefetching nothing") {}.run(in: scope)
    }
    return Errand.sequence(requests, limit: atOnce) { request in
      var request = request
      request.tiers = tiers
      return data(for: request).map { _ in }.recover { _ in Errand {} }
    }
    .map { _ in }.priority(.low).run(in: scope)
  }
}
