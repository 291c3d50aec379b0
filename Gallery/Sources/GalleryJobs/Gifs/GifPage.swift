/// Hits of a search, and where they stand among all.
public struct GifPage: Sendable, Hashable {
  public private(set) var hits: [Gif]
  /// How many there are in all, as Giphy says; `nil` where it does not say.
  public private(set) var total: Int?
  /// The place of the first hit here.
  public let offset: Int

  public init(hits: [Gif], total: Int?, offset: Int) {
    self.hits = hits
    self.total = total
    self.offset = offset
  }

  /// Adds the hits of the next page that are not here yet, up to a number in all. What is new at Giphy pushes
  /// others from one page to the next between two requests.
  ///
  /// - Returns: Whether there were any.
  mutating func append(_ page: GifPage, upTo limit: Int) -> Bool {
    var known = Set(hits.map(\.id))
    let new = page.hits.filter { $0.id.isEmpty || known.insert($0.id).inserted }
    hits += new.prefix(max(0, limit - hits.count))
    total = page.total ?? total
    return !new.isEmpty
  }
}
