import Errands
import GalleryJobs

/// Says what happens to the hits of a search: JSON lines for scripts; a line of progress and a table for people. What went
/// wrong is said to people in any case.
final class GifsTeller: Sendable {
  private struct State {
    var count = 0
    /// How far each hit is that is being downloaded, from 0 to 1; 1 for each that is done.
    var parts: [Int: Double] = [:]
    /// How many bytes of each have come.
    var bytes: [Int: Int64] = [:]
    var results: [GifResult] = []
  }

  private let keyword: String
  private let json: Bool
  private let line: ProgressLine
  private let state = Lock(State())

  init(keyword: String, json: Bool, showsProgress: Bool) {
    self.keyword = keyword
    self.json = json
    line = ProgressLine(label: "Downloading GIFs", isShown: showsProgress)
  }

  /// What the search found.
  ///
  /// - Parameter rendition: The one that was asked for, if any was.
  func tell(_ page: GifPage, rendition: String?) {
    state.withLock { $0.count = page.hits.count }
    if page.hits.isEmpty {
      Output.say("Giphy found nothing for “\(keyword.plain)”; try another word.")
    } else if let rendition, !page.hits.contains(where: { $0.renditions.contains { $0.name == rendition } }) {
      Output.say("No hit has a rendition called “\(rendition.plain)”; the next best of each is taken.")
    }
  }

  /// Lists the hits, where they are not to be downloaded.
  func list(_ page: GifPage, by job: GifsJob) -> GifsSummary {
    let chosen = page.hits.map { gif in
      (gif, Result { () throws(GiphyError) in try job.rendition(of: gif) })
    }
    let lines = chosen.map { GifLine($0, $1) }
    let failures = lines.compactMap(\.error)
    let summary = GifsSummary(found: lines.count, downloaded: 0, failed: failures.count)
    guard json else {
      let rows = chosen.compactMap { GifsTable.Row($0, $1) }
      Output.write(GifsTable(rows: rows, summary: summary).text)
      for failure in failures { Output.complain(failure.plain) }
      return summary
    }
    for line in lines {
      Output.line(line)
      if let error = line.error { Output.complain(error.plain) }
    }
    Output.line(GifsEnd(summary))
    return summary
  }

  /// What happens to the downloads.
  @Sendable func tell(_ event: GifsEvent) {
    switch event {
    case .progress(let index, let progress):
      show {
        $0.parts[index] = progress.fraction ?? 0
        $0.bytes[index] = progress.completed
      }
    case .hit(let result):
      show {
        $0.parts[result.index] = 1
        $0.results.append(result)
      }
      if json, result.status != .cancelled { tell(result) }
    case .done(let summary):
      line.clear()
      guard !json else { return Output.line(GifsEnd(summary)) }
      let results = state.withLock { $0.results }.sorted { $0.index < $1.index }
      Output.write(GifsTable(rows: results.compactMap { GifsTable.Row($0) }, summary: summary).text)
      for error in results.compactMap(\.error) { Output.complain(error.plain) }
    }
  }

  private func tell(_ result: GifResult) {
    Output.line(result.line)
    if let error = result.error { Output.complain(error.plain) }
  }

  private func show(_ change: @Sendable (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      let done = state.parts.values.reduce(0, +)
      line.show(
        JobProgress(
          settled: state.results.count,
          of: state.count,
          bytes: state.bytes.values.reduce(0, +),
          fraction: state.count == 0 ? 1 : done / Double(state.count)
        )
      )
    }
  }
}
