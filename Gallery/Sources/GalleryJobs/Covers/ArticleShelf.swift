import Errands
import ErrandsLoading
import Foundation

/// The articles of the endless list, which is loaded a page at a time, as rows ask for them. Rows that ask for the same
/// page share one load, which ends when the last of them lets go. Only the pages that were asked for last are kept.
final class ArticleShelf: Sendable {
  private struct State {
    /// By number; the one asked for last at the end.
    var pages: [(number: Int, load: Errand<ArticlePage>, articles: ArticlePage?)] = []
    var failures: [Int: (error: any Error, at: Duration)] = [:]
  }

  static let pageSize = 100
  static let pagesKept = 4
  /// How long a page that did not come is not asked for again. Each row that comes on screen asks, and while the
  /// reader flies past thousands of them, the list's server would be asked thousands of times.
  static let failureMemory = Duration.seconds(1)

  private let feed: ArticleFeed
  private let fetcher: Fetcher
  private let elapsed: @Sendable () -> Duration
  private let state = Lock(State())

  init(feed: ArticleFeed, fetcher: Fetcher, clock: any Clock<Duration>) {
    self.feed = feed
    self.fetcher = fetcher
    elapsed = clock.stopwatch()
  }

  /// The article at a place of the list, from 0.
  func article(_ index: Int) -> Errand<Article> {
    let (number, place) = index.quotientAndRemainder(dividingBy: Self.pageSize)
    let list = feed.page(from: number * Self.pageSize, count: Self.pageSize)
    return page(number, list).map { page in
      guard page.articles.indices.contains(place) else { throw CoverError.noArticle(index, list.url) }
      return page.articles[place]
    }
  }

  private func page(_ number: Int, _ list: FetchRequest) -> Errand<ArticlePage> {
    state.withLock { state in
      let known = state.pages.firstIndex { $0.number == number }.map { state.pages.remove(at: $0) }
      let page = known ?? (number, load(number, list), nil)
      state.pages.append(page)
      if state.pages.count > Self.pagesKept { state.pages.removeFirst() }
      return page.load
    }
  }

  /// What is known is looked up where a load would begin, not where a row asks: one that asked before the outcome, and began
  /// after it, loaded the list again.
  private func load(_ number: Int, _ list: FetchRequest) -> Errand<ArticlePage> {
    Errand.success(()).flatMap { [weak self, fetcher] in
      if let known = self?.outcome(of: number) { return known }
      return fetcher.json(ArticlePage.self, for: list)
        .map { [weak self] page in
          self?.keep(page, number)
          return page
        }
        .mapError { [weak self] error in
          self?.remember(error, number)
          return error
        }
    }
    .shared()
  }

  private func outcome(of number: Int) -> Errand<ArticlePage>? {
    let now = elapsed()
    return state.withLock { state in
      if let failure = state.failures[number], now - failure.at < Self.failureMemory {
        return .failure(failure.error)
      }
      return state.pages.first { $0.number == number }?.articles.map { .success($0) }
    }
  }

  private func keep(_ page: ArticlePage, _ number: Int) {
    state.withLock { state in
      state.failures[number] = nil
      guard let place = state.pages.firstIndex(where: { $0.number == number }) else { return }
      state.pages[place].articles = page
    }
  }

  /// The cancellation that comes when all rows have left is no failure of the list.
  private func remember(_ error: any Error, _ number: Int) {
    guard !(error is CancellationError) else { return }
    let now = elapsed()
    state.withLock { state in
      state.failures = state.failures.filter { now - $0.value.at < Self.failureMemory }
      state.failures[number] = (error, now)
    }
  }
}
