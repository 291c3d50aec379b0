import Errands
import Foundation
import Testing

@testable import ErrandsLoading

/// Seconds since 1970 that stand still until a test moves them.
final class TestTime: Sendable {
  static let start: Int64 = 784_111_777
  private let shown = Lock(start)

  var seconds: Int64 {
    get { shown.withLock { $0 } }
    set { shown.withLock { $0 = newValue } }
  }

  var now: @Sendable () -> Int64 { { self.seconds } }
}

/// A folder that goes with the test.
final class TestFolder: Sendable {
  let url: URL

  init(_ place: String = FileManager.default.temporaryDirectory.path) {
    url = URL(filePath: place).appendingPathComponent("errands-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names in it, in order.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

  func names(_ suffix: String) -> [String] { names.filter { $0.hasSuffix(suffix) } }

  /// Bytes of all files.
  var size: Int64 { names.reduce(0) { $0 + Int64((try? bytes($1).count) ?? 0) } }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: file(name)) }

  func mode(_ name: String? = nil) throws -> Int? {
    let path = name.map { file($0).path } ?? url.path
    return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}

func cacheRequest(_ path: String, _ fields: HTTPFields = [:]) throws -> FetchRequest {
  FetchRequest(try URL(fetching: "http://host/\(path)"), fields: fields)
}

/// An answer to the request that came at this time.
func cachedHead(
  _ request: FetchRequest,
  _ fields: HTTPFields = ["Cache-Control": "max-age=60"],
  status: Int = 200,
  at time: Int64 = TestTime.start
) -> CachedHead {
  CachedHead(
    head: FetchHead(url: request.url, status: status, fields: fields),
    request: request,
    requestTime: time,
    responseTime: time
  )
}

/// Bytes in which each place is another.
func testBody(_ count: Int, seed: UInt8 = 1) -> Data {
  var state = UInt32(seed) &* 2_654_435_761
  return Data(
    (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  )
}

extension DiskTier {
  /// Over a folder, in a test's time.
  convenience init(
    _ folder: TestFolder,
    _ time: TestTime,
    costLimit: Int64 = 1 << 30,
    ageLimit: Int64 = 1_000_000
  ) {
    self.init(folder: folder.url, costLimit: costLimit, ageLimit: ageLimit, now: time.now)
  }

  @discardableResult
  func store(_ head: CachedHead, _ chunks: Data..., to request: FetchRequest, key: String) async -> Bool {
    guard let writer = writer(head, to: request, key: key) else { return false }
    for chunk in chunks { await writer.write(chunk) }
    return await writer.commit()
  }

  /// The body under a key; nil where there is none.
  func body(_ request: FetchRequest, key: String) async throws -> Data? {
    guard case .found(_, let body) = await lookup(request, key: key) else { return nil }
    return try await body.data()
  }
}

extension DiskTier.Lookup {
  var head: CachedHead? {
    if case .found(let head, _) = self { head } else { nil }
  }

  var isNothing: Bool {
    if case .nothing = self { true } else { false }
  }
}

extension DiskTier {
  /// For a task.
  func lookup(_ request: FetchRequest, key: String) async -> Lookup {
    await answer { lookup(request, key: key, $0) }
  }
}

extension HTTPCache {
  /// For a task.
  func lookup(_ request: FetchRequest, key: String, use: CacheUse = .usual) async -> CacheAnswer {
    await answer { lookup(request, key: key, use: use, $0) }
  }
}

/// By way of the core, as the sanitizer sees what orders the two threads there, and not what does in a continuation that is
/// resumed before its task sleeps.
private func answer<Value: Sendable>(_ ask: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
  guard let value = await told(ask) else { preconditionFailure("Nothing was told.") }
  return value
}
