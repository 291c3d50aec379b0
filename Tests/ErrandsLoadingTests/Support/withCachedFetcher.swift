import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation

@testable import ErrandsLoading

/// Seconds since 1970 that stand still until a test moves them.
final class WallTime: Sendable {
  private let shown: Lock<Int64>

  init(_ seconds: Int64 = 784_111_777) {
    shown = Lock(seconds)
  }

  var seconds: Int64 { shown.withLock { $0 } }

  func pass(_ seconds: Int64) { shown.withLock { $0 += seconds } }

  /// The same time as a field says it.
  var text: String { HTTPDate(seconds: seconds).description }
}

extension HTTPCache {
  /// In memory, and in a folder where one is given, in a test's time.
  static func test(
    _ time: WallTime,
    in folder: TemporaryFolder? = nil,
    memoryLimit: Int64 = 1 << 22,
    _ policy: CachePolicy = CachePolicy()
  ) -> HTTPCache {
    HTTPCache(
      memoryLimit: memoryLimit,
      folder: folder.map { URL(filePath: $0.path + "/cache") },
      diskLimit: 1 << 26,
      maximumAge: .seconds(1_000_000),
      policy: policy,
      clock: VirtualClock(),
      now: { time.seconds }
    )
  }
}

/// Runs a test with a fetcher that has a cache, and the upstream it talks to.
@discardableResult
func withCachedFetcher<Result>(
  _ cache: HTTPCache,
  over carrier: Carrier = .asyncHTTPClient,
  clock: any Clock<Duration> = ContinuousClock(),
  _ change: (inout Fetcher.Configuration) -> Void = { _ in },
  respond: @escaping @Sendable (RecordedRequest) async throws -> Script,
  _ test: (Fetcher, ScriptedUpstream) async throws -> Result
) async throws -> Result {
  try await withFetcher(
    carrier,
    clock: clock,
    {
      $0.cache = cache
      change(&$0)
    },
    respond: respond,
    test
  )
}

extension Fetcher {
  /// The body as text.
  func text(
    _ url: URL,
    _ use: CacheUse = .usual,
    _ fields: HTTPFields = [:],
    method: FetchRequest.Method = .get,
    key: String? = nil
  ) async throws -> String {
    try await answer(url, use, fields, method: method, key: key).text
  }

  func answer(
    _ url: URL,
    _ use: CacheUse = .usual,
    _ fields: HTTPFields = [:],
    method: FetchRequest.Method = .get,
    key: String? = nil
  ) async throws -> FetchedData {
    var request = FetchRequest(url, method: method, fields: fields)
    request.cacheUse = use
    request.key = key
    return try await data(for: request).value()
  }

  /// The error that the load ends with; nil where it does not.
  func error(_ url: URL, _ use: CacheUse = .usual) async -> FetchError? {
    var request = FetchRequest(url)
    request.cacheUse = use
    return await data(for: request).outcome().fetchError
  }
}

extension FetchedData {
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The cache's status as its field says it, without its name.
  var told: String? { cacheStatus.map { String($0.description.dropFirst("errands; ".count)) } }
}

extension Script {
  /// A text that is fresh for so many seconds, with a tag and other directives where they are given.
  static func fresh(_ text: String, _ seconds: Int = 60, tag: String? = nil, _ more: String = "") -> Script {
    var headers: HeaderFields = ["Cache-Control": "max-age=\(seconds)" + (more.isEmpty ? "" : ", " + more)]
    if let tag { headers.append(name: "ETag", value: tag) }
    return .ok(text, headers: headers)
  }

  /// The answer of a server that has this text under this tag.
  static func tagged(
    _ text: String,
    _ tag: String,
    for request: RecordedRequest,
    _ seconds: Int = 60,
    _ more: String = ""
  ) -> Script {
    guard request.headers["If-None-Match"] == tag else { return .fresh(text, seconds, tag: tag, more) }
    let control = "max-age=\(seconds)" + (more.isEmpty ? "" : ", " + more)
    return .status(304, headers: ["ETag": tag, "Cache-Control": control, "X-Number": "\(request.number)"])
  }
}
