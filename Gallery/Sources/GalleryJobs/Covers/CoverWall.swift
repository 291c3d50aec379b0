import Errands
import ErrandsImages
import ErrandsLoading
import ErrandsOperations
import Foundation

/// An endless wall of covers, of which only what is on screen is worked on.
///
/// A scrolling page has a few views, and gives each to another row again and again. A row that comes on screen gets two
/// operations: one downloads its cover, and one that depends on it filters what came. When the row leaves, or its view
/// is given to another row, both are cancelled, down to the connection and the computation.
public final class CoverWall: Sendable {
  private let source: CoverSource
  private let style: JobStyle
  private let articles: ArticleShelf
  private let clock: any Clock<Duration>
  private let downloads: AsyncOperationQueue
  private let filters: AsyncOperationQueue
  /// Those of the other styles: a place is held for as long as a cover is downloaded, and not while it is filtered.
  private let places: WorkQueue
  private let carried = AsyncOperationQueue("covers")
  private let views = Lock<[Int: CoverWork]>([:])
  let ledger: CoverLedger
  let screen = Lock(CoverScreen())

  /// - Parameters:
  ///   - articles: The list.
  ///   - lists: What the list is loaded with, a page at a time.
  ///   - source: What makes the covers.
  ///   - style: What carries the way from a row to its cover. Default ``JobStyle/operation``.
  ///   - downloadsAtOnce: How many covers are downloaded at a time. Default 8.
  ///   - filtersAtOnce: How many are filtered. By default as many as the machine has cores.
  ///   - clock: What measures the time that a cover takes.
  ///   - onCover: Called for each cover that comes on screen, once, when it is done; one after the other, on a queue
  ///     of the wall's.
  public init(
    of articles: ArticleFeed,
    lists: Fetcher,
    source: CoverSource,
    style: JobStyle = .operation,
    downloadsAtOnce: Int = 8,
    filtersAtOnce: Int = ProcessInfo.processInfo.activeProcessorCount,
    clock: any Clock<Duration> = ContinuousClock(),
    onCover: @escaping @Sendable (CoverEvent) -> Void = { _ in }
  ) {
    self.source = source
    self.style = style
    self.articles = ArticleShelf(feed: articles, fetcher: lists, clock: clock)
    self.clock = clock
    places = WorkQueue("cover downloads", limit: downloadsAtOnce)
    downloads = AsyncOperationQueue("cover downloads", maxConcurrentOperationCount: downloadsAtOnce)
    filters = AsyncOperationQueue("cover filters", maxConcurrentOperationCount: filtersAtOnce)
    ledger = CoverLedger(onCover: onCover)
  }

  /// What is on no screen any more is not loaded.
  deinit { for work in onScreen { work.cancel() } }

  /// The view shows the cover of this row from now on. What it was to show before is cancelled.
  ///
  /// - Parameters:
  ///   - index: The row, from 0.
  ///   - view: Any number that names the view.
  public func show(_ index: Int, in view: Int) {
    guard style == .operation else { return showCarried(index, in: view) }
    let row = CoverRow(index, in: articles, clock: clock)
    let download = ErrandOperation(cover(of: row))
    let filter = ErrandOperation(after: download) { [source] in source.develop($0) }
    give(view, CoverWork(row, [download, filter], cover: filter))
    downloads.addOperation(download)
    filters.addOperation(filter)
  }

  /// The view shows nothing any more: its row has left the screen.
  public func hide(_ view: Int) {
    views.withLock { $0.removeValue(forKey: view) }?.cancel()
  }

  /// What works for the rows on screen.
  var onScreen: [CoverWork] { views.withLock { Array($0.values) } }

  /// The same for the other styles, each of which has a way of its own to let one step follow another: they carry both
  /// steps, as one operation.
  private func showCarried(_ index: Int, in view: Int) {
    let row = CoverRow(index, in: articles, clock: clock)
    let steps = cover(of: row, at: places).flatMap { [source] in source.develop($0) }
    let cover = ErrandOperation(style.carry(steps))
    give(view, CoverWork(row, [cover], cover: cover))
    carried.addOperation(cover)
  }

  /// The first step, which waits for the list to say where the cover is.
  ///
  /// - Parameter places: Where the download waits for its turn; nil where an operation has one already.
  private func cover(of row: CoverRow, at places: WorkQueue? = nil) -> Errand<FetchedData> {
    Errand("article \(row.index)") { try await row.article.value }
      .flatMap { [source] article in
        let download = source.download(article.cover.url, countedBy: row.meter)
        return places.map { download.on($0) } ?? download
      }
  }

  private func give(_ view: Int, _ work: CoverWork) {
    views.withLock { $0.updateValue(work, forKey: view) }?.cancel()
    ledger.follow(work)
  }
}
