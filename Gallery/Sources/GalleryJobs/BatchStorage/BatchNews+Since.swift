extension BatchNews {
  /// What a store answers that is asked for what is new (``BatchStore/news(after:of:limit:)``), all of it as of one moment.
  ///
  /// - Parameters:
  ///   - position: After all that was ever told.
  ///   - forgotten: The last place of which something is not known any more.
  ///   - members: What was told of members after a place, in order, and no more than so many.
  ///   - ends: The ends that were told after a place.
  ///   - batch: A batch as it is now.
  package init(
    after cursor: BatchCursor?,
    of id: String?,
    limit: Int,
    at position: BatchCursor,
    forgotten: () throws -> Int64,
    members: (_ place: Int64, _ limit: Int) throws -> [Entry],
    ends: (_ place: Int64) throws -> [Entry],
    batch: (_ id: String) throws -> StoredBatch?
  ) rethrows {
    self.init(position: position)
    guard let place = try Self.beginning(cursor, of: id, before: position, forgotten) else {
      isWhole = false
      return
    }
    let told = try members(place, limit + 1)
    isWhole = told.count <= limit
    entries = ((isWhole ? told : []) + (try ends(place))).sorted { $0.place < $1.place }
    for id in Set(entries.map(\.batch)) { batches[id] = try batch(id) }
  }

  /// After which place to begin; nil where what came after the cursor is not known, or not any more.
  private static func beginning(
    _ cursor: BatchCursor?,
    of id: String?,
    before position: BatchCursor,
    _ forgotten: () throws -> Int64
  ) rethrows -> Int64? {
    guard let cursor else { return id == nil ? nil : 0 }
    guard cursor.store == position.store, cursor.place <= position.place else { return nil }
    // Of a batch that is there nothing is forgotten.
    if id != nil { return cursor.place }
    return cursor.place < (try forgotten()) ? nil : cursor.place
  }
}
