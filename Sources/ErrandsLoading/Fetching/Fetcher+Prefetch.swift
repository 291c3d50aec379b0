import Errands

extension Fetcher {
  /// Loads what will probably be asked for soon into the cache, a few at a time, and behind what is asked for: at a low
  /// priority. A load of the same joins what is on its way, which then has that load's priority. What fails is
  /// passed over.
  ///
  /// No effect without a cache. The server decides what may be kept.
  ///
  /// - Parameters:
  ///   - requests: In the order in which they will be wanted.
  ///   - scope: Ends it: that of a screen, say.
  ///   - atOnce: How many are on their way at a time; less than 1 counts as 1. Default 4.
  /// - Returns: The work, to be cancelled before the scope ends.
  @discardableResult
  public func prefetch(_ requests: [FetchRequest], in scope: Scope, atOnce: Int = 4) -> Run<Void> {
    guard configuration.cache != nil else { return Errand("prefetching nothing") {}.run(in: scope) }
    return Errand.sequence(requests, limit: atOnce) { request in
      data(for: request).map { _ in }.recover { _ in Errand {} }
    }
    .map { _ in }.priority(.low).run(in: scope)
  }
}
