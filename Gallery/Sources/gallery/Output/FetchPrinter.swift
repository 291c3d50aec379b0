import Errands
import GalleryJobs

/// Says what becomes of files: JSON lines for scripts; lines of progress, and a table, for people. What went wrong is
/// said to people in any case.
final class FetchPrinter: Sendable {
  /// How often progress is drawn while nothing comes.
  private static let tick = Duration.seconds(1)

  private let json: Bool
  private let block: ProgressBlock
  private let board: Lock<FetchBoard>
  private let results = Lock<[FetchResult]>([])
  private let ticks = Scope()

  init(_ addresses: [String], json: Bool, showsProgress: Bool) {
    self.json = json
    block = ProgressBlock(isShown: showsProgress)
    board = Lock(FetchBoard(addresses))
    if showsProgress { keepDrawing() }
  }

  @Sendable func tell(_ event: FetchEvent) {
    let now = block.elapsed()
    board.withLock { $0.take(event, at: now) }
    draw()
    switch event {
    case .trying: break
    case .progress(let progress): if json { Output.line(progress) }
    case .file(let result):
      results.withLock { $0.append(result) }
      if json {
        Output.line(result)
        if let error = result.error { block.say(error.plain) }
      }
    case .done(let summary): finish(summary)
    }
  }

  private func draw() {
    block.show { [self] elapsed, columns, rows in
      board.withLock { $0.lines(at: elapsed, columns: columns, rows: rows) }
    }
  }

  private func keepDrawing() {
    Errand<Void>("drawing progress") { [weak self] in
      while let self {
        self.draw()
        try await ContinuousClock().sleep(for: Self.tick)
      }
    }.run(in: ticks)
  }

  private func finish(_ summary: FetchSummary) {
    ticks.cancel()
    block.clear()
    guard !json else { return Output.line(End(summary: summary)) }
    let results = results.withLock { $0 }.sorted { $0.index < $1.index }
    Output.write(FetchTable(results: results, summary: summary).text)
    for error in results.compactMap(\.error) { Output.complain(error.plain) }
  }

  /// The last line.
  private struct End: Encodable {
    let summary: FetchSummary
  }
}
