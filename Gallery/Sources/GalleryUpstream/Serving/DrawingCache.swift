import ErrandsUpstream

/// Files that are drawn when they are asked for, of which what was drawn lately is remembered: as they are served, so that their
/// validators are computed once, too.
actor DrawingCache<Key: Hashable & Sendable> {
  /// Bytes that are remembered at most.
  private let limit: Int
  private var drawings: [Key: Task<ServedFile, any Error>] = [:]
  private var remembered: [Key: ServedFile] = [:]
  /// The one drawn longest ago first.
  private var order: [Key] = []
  private(set) var rememberedBytes = 0
  /// How many have been drawn, ever.
  private(set) var drawingsEver = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// The file, which `draw` makes: requests for it at the same time share one drawing. It goes on when the request that began it
  /// is cancelled: the next request will want it.
  func file(_ key: Key, draw: @escaping @Sendable () async throws -> ServedFile) async throws -> ServedFile {
    if let file = remembered[key] { return file }
    if let drawing = drawings[key] { return try await drawing.value }
    drawingsEver += 1
    let drawing = Task { try await draw() }
    drawings[key] = drawing
    defer { drawings[key] = nil }
    let file = try await drawing.value
    remember(file, as: key)
    return file
  }

  /// The same for a drawing that only this request wants: it ends with the request, and others draw for themselves meanwhile.
  func file(_ key: Key, whileWanted draw: @Sendable () async throws -> ServedFile) async throws -> ServedFile
  {
    if let file = remembered[key] { return file }
    drawingsEver += 1
    let file = try await draw()
    // Another request may have drawn it meanwhile.
    if remembered[key] == nil { remember(file, as: key) }
    return file
  }

  private func remember(_ file: ServedFile, as key: Key) {
    guard file.count <= limit else { return }
    remembered[key] = file
    order.append(key)
    rememberedBytes += file.count
    var forgotten = 0
    while rememberedBytes > limit {
      rememberedBytes -= remembered.removeValue(forKey: order[forgotten])?.count ?? 0
      forgotten += 1
    }
    order.removeFirst(forgotten)
  }
}
