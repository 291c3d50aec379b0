import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

/// A host of ``DayServers``, and how it behaves.
enum DayHost: String, CaseIterable, Sendable {
  /// Changes all the time.
  case news
  /// Changes every half hour, tells that what is known still holds, and is out of order for some minutes in each hour.
  case shop
  /// Large and never changing: more of them than there is room for.
  case photos
  /// Takes its time, and forbids to keep what it says.
  case slow
  /// Has to be asked seldom.
  case rated

  static let outage: Range<Int64> = 1_200..<1_560

  /// How many addresses it has.
  var pages: Int {
    switch self {
    case .news: 12
    case .shop: 60
    case .photos: 400
    case .slow, .rated: 100
    }
  }

  /// For how many seconds its answers are fresh; nil where they must not be kept.
  var freshness: Int64? {
    switch self {
    case .news: 30
    case .shop: 600
    case .photos: 21_600
    case .slow, .rated: nil
    }
  }

  /// After how many seconds an answer is another one.
  var period: Int64 {
    switch self {
    case .news: 45
    case .shop: 1_800
    case .photos, .slow, .rated: 1 << 40
    }
  }

  /// For how many seconds more an answer may be given where the server fails.
  var tolerance: Int64 { self == .shop ? 1_800 : 0 }

  var inFlight: Int { self == .slow ? 2 : 4 }

  func isOut(at time: Int64) -> Bool { self == .shop && Self.outage.contains(time % 3_600) }

  func version(at time: Int64) -> Int64 { time / period }

  func request(_ page: Int) throws -> FetchRequest {
    FetchRequest(try URL(fetching: "https://\(rawValue)/\(page)"))
  }

  /// What it says of a page at this time.
  func body(_ page: String, at time: Int64) -> Data {
    let text = Data("\(rawValue)\(page) \(version(at: time)) ".utf8)
    let size = self == .photos ? 1_000 + page.utf8.reduce(7) { $0 &* 131 &+ Int($1) } & 0x7FFF : 300
    return text + Data(repeating: 46, count: size)
  }
}

/// Servers that answer in a test's time, and count who is there at once: they see what the limits are about.
final class DayServers: Transport {
  struct Counts: Sendable {
    var inFlight: [DayHost: Int] = [:]
    var requests: [DayHost: Int] = [:]
    var unchanged = 0
    /// Sentences about limits that were exceeded.
    var complaints: [String] = []
  }

  let slowRequests = Events<Void>()
  private let clock: VirtualClock
  private let total: Int
  private let state = Lock(Counts())

  /// - Parameter total: How many may be there at once.
  init(_ clock: VirtualClock, total: Int) {
    self.clock = clock
    self.total = total
  }

  var counts: Counts { state.withLock { $0 } }
  private var now: Int64 { clock.now.offset.components.seconds }

  func send(_ request: FetchRequest) async throws -> TransportResponse {
    guard let host = request.url.host.flatMap({ DayHost(rawValue: $0) }) else {
      throw FetchError(request.url, .hostNotFound)
    }
    let visit = Visit { self.state.withLock { $0.inFlight[host, default: 0] -= 1 } }
    come(to: host)
    if host == .slow {
      slowRequests.record(())
      // Who is cancelled is gone at once, and may be followed by the next one.
      try await withTaskCancellationHandler {
        try await clock.sleep(for: .seconds(2 + request.url.path.utf8.count * 7))
      } onCancel: {
        visit.end()
      }
    }
    if host.isOut(at: now) {
      visit.end()
      if request.url.path.hasSuffix("7") { throw FetchError(request.url, .connectionLost) }
      return TransportResponse(
        head: FetchHead(url: request.url, status: 503, fields: [:]),
        body: Self.body(nil, visit)
      )
    }
    return answer(request, host, visit)
  }

  private func come(to host: DayHost) {
    let time = clock.now.offset
    state.withLock { counts in
      counts.inFlight[host, default: 0] += 1
      counts.requests[host, default: 0] += 1
      if let here = counts.inFlight[host], here > host.inFlight {
        counts.complaints.append("\(here) at \(host)")
      }
      let everywhere = counts.inFlight.values.reduce(0, +)
      if everywhere > total { counts.complaints.append("\(everywhere) at once") }
      // One in ten seconds, and three more.
      if host == .rated, let requests = counts.requests[host],
        Int64(requests) > 3 + time.components.seconds / 10
      {
        counts.complaints.append("\(requests) requests to \(host) in \(time)")
      }
    }
  }

  private func answer(_ request: FetchRequest, _ host: DayHost, _ visit: Visit) -> TransportResponse {
    let tag = "\"\(host.version(at: now))\""
    var fields: HTTPFields = ["ETag": tag, "X-Made": "\(now)"]
    fields["Cache-Control"] =
      host.freshness.map { "max-age=\($0), stale-if-error=\(host.tolerance)" } ?? "no-store"
    if request.fields["If-None-Match"] == tag {
      state.withLock { $0.unchanged += 1 }
      visit.end()
      return TransportResponse(
        head: FetchHead(url: request.url, status: 304, fields: fields),
        body: Self.body(nil, visit)
      )
    }
    return TransportResponse(
      head: FetchHead(url: request.url, status: 200, fields: fields),
      body: Self.body(host.body(request.url.path, at: now), visit)
    )
  }

  private static func body(_ data: Data?, _ visit: Visit) -> TransportBody {
    TransportBody {
      let rest = Lock(data)
      return {
        guard let data = rest.withLock({ $0.take() }) else {
          visit.end()
          return nil
        }
        return data
      }
    }
  }

  /// From the request to the end of the body, or until nobody wants that any more.
  private final class Visit: Sendable {
    private let leave: Lock<(@Sendable () -> Void)?>

    init(_ leave: @escaping @Sendable () -> Void) { self.leave = Lock(leave) }

    deinit { end() }

    func end() {
      let leave = leave.withLock { $0.take() }
      leave?()
    }
  }
}
