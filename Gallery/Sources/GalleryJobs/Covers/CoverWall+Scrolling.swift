extension CoverWall {
  /// These rows are on screen from now on, and no others: what has left is cancelled, what has come is begun. A cover
  /// that failed is tried again when its row comes back. To be called from one place at a time.
  public func scroll(to rows: Range<Int>) {
    let change = screen.withLock { $0.move(to: rows) }
    for view in change.hidden { hide(view) }
    for (row, view) in change.shown { show(row, in: view) }
  }

  /// Says that these rows were passed so fast that they never came on screen.
  func skip(_ rows: Range<Int>) {
    for row in rows {
      ledger.tell(CoverEvent(skipped: row))
    }
  }

  /// Nothing is on screen any more.
  public func close() { scroll(to: 0..<0) }

  /// What has become of the covers so far, once those on screen are done.
  public var summary: CoversSummary {
    get async { await ledger.summary }
  }
}
