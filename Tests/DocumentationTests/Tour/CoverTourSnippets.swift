import Errands
import ErrandsImages
import ErrandsLoading
import ErrandsOperations
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

private final class CoverCell: Sendable {
  let shown = Events<Result<Picture, any Error>>()

  func show(_ outcome: Result<Picture, any Error>) { shown.record(outcome) }
}

/// Shows covers in cells: one that is given to another row has its former scope ended by whoever gives it.
private struct CoverList: Sendable {
  let fetcher: Fetcher
  let queue = AsyncOperationQueue("covers", maxConcurrentOperationCount: 4)

  func show(_ request: FetchRequest, in cell: CoverCell, while scope: Scope) {
    let download = ErrandOperation(fetcher.data(for: request), in: scope)
    let filter = ErrandOperation(after: download, in: scope) { answer in
      try await Picture(decoding: answer.body, by: [.resize(width: 300, height: 300), .sepia])
    }
    filter.whenSettled(for: cell) { cell, outcome in cell.show(outcome) }
    queue.addOperations([download, filter])
  }
}

@Suite("The tour's wall of covers", .timeLimit(.minutes(1)))
struct CoverTourSnippets {
  private func withCover(_ snippet: (CoverList, URL) async throws -> Void) async throws {
    let disc = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='3'/></svg>"
    let drawn = try await ImageRenderer.render(svg: disc, width: 600, height: 600).encoded(as: .png)
    try await withLoader(respond: { _ in .ok([UInt8](drawn), contentType: "image/png") }) {
      fetcher,
      upstream in
      try await snippet(CoverList(fetcher: fetcher), upstream.url("/cover.png"))
    }
  }

  @Test("downloads a cover, and filters what came")
  func filtered() async throws {
    try await withCover { list, url in
      let (cell, scope) = (CoverCell(), Scope())
      list.show(FetchRequest(url), in: cell, while: scope)
      let picture = try await cell.shown.event(1).get()
      #expect(picture.width == 300)
    }
  }

  @Test("takes a cover back from a cell that shows another row")
  func reused() async throws {
    try await withCover { list, url in
      let (cell, scope) = (CoverCell(), Scope())
      list.queue.isSuspended = true
      list.show(FetchRequest(url), in: cell, while: scope)
      scope.cancel()
      list.queue.isSuspended = false
      let outcome = try await cell.shown.event(1)
      #expect(throws: CancellationError.self) { try outcome.get() }
    }
  }
}
