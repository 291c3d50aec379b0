import Errands

/// A row on screen.
struct CoverRow: Sendable {
  let index: Int
  /// Asked for as soon as the row is on screen, and not when it is its cover's turn: rows that come and rows that leave
  /// share the load of a page of the list. It was ended, and begun anew, whenever all of a window left at once, and
  /// with fast scrolling there was never an article on screen.
  let article: Run<Article>
  /// The bytes of its cover, as they come.
  let meter = ByteMeter()
  /// How long it has been on screen.
  let elapsed: @Sendable () -> Duration

  init(_ index: Int, in articles: ArticleShelf, clock: any Clock<Duration>) {
    self.index = index
    elapsed = clock.stopwatch()
    article = articles.article(index).run()
  }
}
