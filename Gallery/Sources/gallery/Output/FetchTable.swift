import GalleryJobs

/// What was fetched, for people at a terminal.
struct FetchTable {
  /// In the order of the addresses.
  let results: [FetchResult]
  let summary: FetchSummary

  var text: String {
    let counts = [
      "\(summary.fetched) fetched", "\(summary.unchanged) unchanged", "\(summary.failed) failed",
      "\(summary.cancelled) cancelled", summary.bytes.size,
    ]
    return (results.compactMap(row) + [counts.joined(separator: " · ")]).joined(separator: "\n") + "\n"
  }

  private func row(_ result: FetchResult) -> String? {
    guard let path = result.path else { return nil }
    let facts = [
      result.status == .unchanged ? "unchanged" : nil,
      result.bytes?.size,
      result.resumedFrom.map { "resumed from \($0.size)" },
    ]
    return ([path] + facts.compactMap { $0 }).joined(separator: " · ").plain
  }
}
