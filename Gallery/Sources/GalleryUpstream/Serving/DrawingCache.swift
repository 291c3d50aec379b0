import Foundation

/// Files that are drawn when they are asked for, each once: requests for the same file at the same time share one
/// drawing, and what was drawn lately is remembered.
actor DrawingCache<Key: Hashable & Sendable> {
  /// Bytes that are remembered at most.
  private let limit: Int
  private var drawings: [Key: Task<Data, any Error>] = [:]
  private var remembered: [Key: Data] = [:]
  /// The one drawn longest ago first.
  private var order: [Key] = []
  private(set) var rememberedBytes = 0
  /// How many have been drawn, ever.
  private(set) var drawingsEver = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// The bytes of the file, which `draw` makes. A drawing goes on when the request that began it is cancelled: the next
  /// request will want it.
  func file(_ key: Key, draw: @escaping @Sendable () async throws -> Data) async throws -> Data {
    if let bytes = remembered[key] { return bytes }
    if let drawing = drawings[key] { return try await drawing.value }
    drawingsEver += 1
    let drawing = Task { try await draw() }
    drawings[key] = drawing
    defer { drawings[key] = nil }
    let bytes = try await drawing.value
    remember(bytes, as: key)
    return bytes
  }

  /// The same for a drawing that only this request wants: it ends with the request.
  func file(_ key: Key, whileWanted draw: @Sendable () async throws -> Data) async throws -> Data {
    if let bytes = remembered[key] { return bytes }
    drawingsEver += 1
    let bytes = try await draw()
    // Another request may have drawn it meanwhile.
    if remembered[key] == nil { remember(bytes, as: key) }
    return bytes
  }

  private func remember(_ bytes: Data, as key: Key) {
    guard bytes.count <= limit else { return }
    remembered[key] = bytes
    order.append(key)
    rememberedBytes += bytes.count
    var forgotten = 0
    while rememberedBytes > limit {
      rememberedBytes -= remembered.removeValue(forKey: order[forgotten])?.count ?? 0
      forgotten += 1
    }
    order.removeFirst(forgotten)
  }
}
