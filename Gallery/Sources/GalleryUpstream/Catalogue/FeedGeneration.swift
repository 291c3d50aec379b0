/// The two generations of the feed format, which differ in names, addresses and dates.
public enum FeedGeneration: String, Sendable, CaseIterable {
  /// `rss.itunes.apple.com`, until 2021.
  case v1
  /// `rss.marketingtools.apple.com` and the hosts before it, since 2021.
  case v2
}
