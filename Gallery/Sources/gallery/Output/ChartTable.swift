import Foundation
import GalleryJobs

/// A chart for people at a terminal.
struct ChartTable {
  let chart: Chart

  var text: String {
    let title = [chart.title, chart.updated.map { $0.formatted(.iso8601) }].compactMap { $0 }
    let width = String(chart.items.last?.rank ?? 0).count
    let rows = chart.items.map { row($0, rankWidth: width) }
    return ([title.joined(separator: " · ").plain] + rows).joined(separator: "\n") + "\n"
  }

  private func row(_ item: ChartItem, rankWidth: Int) -> String {
    let rank = String(repeating: " ", count: max(0, rankWidth - String(item.rank).count)) + String(item.rank)
    let mark = item.isExplicit ? " [E]" : ""
    let facts = [item.artist, item.genres.first, item.releaseDate?.description].compactMap { $0 }
    let indent = String(repeating: " ", count: rankWidth + 2)
    return "\(rank)  \(item.name)\(mark)".plain + "\n" + indent + facts.joined(separator: " · ").plain
  }
}
