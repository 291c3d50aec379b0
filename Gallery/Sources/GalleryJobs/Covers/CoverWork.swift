import ErrandsImages
import ErrandsOperations

/// What works for a row while it is on screen.
struct CoverWork: Sendable {
  let row: CoverRow
  /// All of its operations, the first one first.
  let operations: [AnyAsyncOperation]
  /// The last one, which brings the cover.
  let cover: ErrandOperation<Picture>

  init(_ row: CoverRow, _ operations: [AnyAsyncOperation], cover: ErrandOperation<Picture>) {
    self.row = row
    self.operations = operations
    self.cover = cover
  }

  func cancel() {
    for operation in operations { operation.cancel() }
    row.article.cancel()
  }

  func event(_ outcome: Result<Picture, any Error>) -> CoverEvent {
    let result = CoverResult(index: row.index, bytes: row.meter.count, after: row.elapsed(), outcome)
    return CoverEvent(result: result, picture: try? outcome.get())
  }
}
