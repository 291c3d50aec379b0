import Foundation

/// A chart of music as a feed told it: its title, its country, when it was put together, and its entries.
///
/// A chart is decoded from either generation of Apple's marketing feed (`/api/v1/…` and `/api/v2/…`); what
/// differs between the two ends in this type. See ``MusicFeed`` for the addresses.
public struct Chart: Sendable, Equatable {
  /// The title of the chart, such as “Top Albums”.
  public let title: String?
  /// The storefront's country code, in lower case as the feeds write it.
  public let country: String?
  /// When the upstream put the chart together; `nil` where it did not say so in a form that has one meaning.
  public let updated: Date?
  /// The entries, first place first. A feed that was asked for 100 may hold fewer.
  public let items: [ChartItem]

  public init(title: String?, country: String?, updated: Date?, items: [ChartItem]) {
    self.title = title
    self.country = country
    self.updated = updated
    self.items = items
  }

  /// The same chart cut after `limit` entries: feeds come in 10, 25, 50 and 100 entries only.
  public func prefix(_ limit: Int) -> Chart {
    Chart(title: title, country: country, updated: updated, items: Array(items.prefix(max(limit, 0))))
  }

  /// The line that ends a listing of this chart.
  public var summary: ChartSummary {
    ChartSummary(count: items.count, title: title, updated: updated)
  }
}
