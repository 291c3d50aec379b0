import Foundation

/// The line that ends a listing: `{"summary":{"count":…,"title":…,"updated":…}}`.
public struct ChartSummary: Sendable, Equatable {
  /// How many entries the listing had.
  public let count: Int
  public let title: String?
  /// Encoded as ISO 8601 in UTC, to the second, whatever the date strategy of the encoder.
  public let updated: Date?

  public init(count: Int, title: String?, updated: Date?) {
    self.count = count
    self.title = title
    self.updated = updated
  }
}

extension ChartSummary: Encodable {
  private enum LineKey: String, CodingKey {
    case summary
  }

  private enum SummaryKey: String, CodingKey {
    case count, title, updated
  }

  /// Encodes the line, with `null` for what is missing.
  public func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: LineKey.self)
    var container = line.nestedContainer(keyedBy: SummaryKey.self, forKey: .summary)
    try container.encode(count, forKey: .count)
    try container.encode(title, forKey: .title)
    try container.encode(updated?.formatted(.iso8601), forKey: .updated)
  }
}
