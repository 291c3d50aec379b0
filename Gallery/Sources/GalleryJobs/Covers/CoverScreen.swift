/// Which rows are on screen, each in which view, as a value: no lock, no side effect.
struct CoverScreen: Sendable {
  /// What has to be done to the views.
  struct Change: Sendable {
    /// Views that show another row from now on, or their first.
    var shown: [(row: Int, view: Int)] = []
    /// Views that show nothing any more.
    var hidden: [Int] = []
  }

  private(set) var rows = 0..<0
  private var views: [Int: Int] = [:]
  private var free: [Int] = []
  private var viewCount = 0

  /// These rows are on screen from now on, and no others. A row that comes gets the view of one that leaves.
  mutating func move(to rows: Range<Int>) -> Change {
    var change = Change()
    let leaving = self.rows.filter { !rows.contains($0) }.compactMap { views.removeValue(forKey: $0) }
    var unused = leaving
    for row in rows where views[row] == nil {
      let view = unused.popLast() ?? takeFree()
      views[row] = view
      change.shown.append((row, view))
    }
    change.hidden = unused
    free += unused
    self.rows = rows
    return change
  }

  private mutating func takeFree() -> Int {
    if let view = free.popLast() { return view }
    defer { viewCount += 1 }
    return viewCount
  }
}
