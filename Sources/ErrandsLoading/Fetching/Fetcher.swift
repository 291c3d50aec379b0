import Errands
import Foundation

/// Fetches over HTTP: follows redirects, tries again, checks the status, and keeps to a deadline and to a limit
/// of bytes. Works over any ``Transport``.
///
/// ```swift
/// let fetcher = Fetcher(transport: URLSessionTransport())
/// let request = try FetchRequest(address: "https://example.com/chart.json")
/// let chart = try await fetcher.json(Chart.self, for: request).value()
/// ```
public struct Fetcher: Sendable {
  /// Limits and policies of all loads of a fetcher.
  public struct Configuration: Sendable {
    /// One deadline for all of a load: connection, redirects, further tries, head, body and decoding.
    /// Default 30 seconds.
    public var deadline = Duration.seconds(30)
    /// The largest body accepted, in bytes; checked against the declared length, and as the body arrives.
    /// Default 16 MiB.
    public var byteLimit: Int64 = 16 << 20
    /// How many redirects are followed. Default 10.
    public var redirectLimit = 10
    /// When a failed try is followed by another. Default ``RetryPolicy/init(retries:base:cap:)``.
    public var retry = RetryPolicy()
    /// What measures the deadline and the waits between tries. Default `ContinuousClock`.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Sent where the request has no `User-Agent` of its own. Default `Errands/1.0`.
    public var userAgent = "Errands/1.0"

    /// The defaults.
    public init() {}
  }

  /// As it was given when the fetcher was made.
  public let configuration: Configuration
  let transport: any Transport

  /// A fetcher over this transport.
  public init(transport: any Transport, configuration: Configuration = Configuration()) {
    self.transport = transport
    self.configuration = configuration
  }

  /// The whole answer, in memory. Progress counts the bytes of the body. Fails with ``FetchError``.
  public func data(for request: FetchRequest) -> Errand<FetchedData> {
    load(request) { callback in
      try await collect(request, for: callback)
    }
  }

  /// The body, decoded from JSON; also within the deadline.
  ///
  /// Fails with ``FetchError``: ``FetchError/malformedJSON(_:reason:)`` where the body is no JSON, and
  /// ``FetchError/unexpectedJSON(_:path:reason:)`` where it has another shape.
  public func json<Value: Decodable & Sendable>(
    _ type: Value.Type,
    for request: FetchRequest
  ) -> Errand<Value> {
    load(request) { callback in
      try await collect(request, for: callback).json(type)
    }
  }

  /// An errand for a piece of work on this request, with the deadline over it.
  func load<Value: Sendable>(
    _ request: FetchRequest,
    _ work: @escaping @Sendable (Callback<Value>) async throws -> Value
  ) -> Errand<Value> {
    let limit = configuration.deadline
    return Errand(name: "\(request.method.rawValue) \(request.url)", task: work)
      .timeout(after: limit, clock: configuration.clock) { FetchError.timedOut(request.url, after: limit) }
  }

  private func collect<Value>(
    _ request: FetchRequest,
    for callback: Callback<Value>
  ) async throws -> FetchedData {
    let collector = FetchCollector()
    let sink = FetchSink(mayRestart: true, begin: collector.begin, take: collector.take)
    let head = try await receive(request, into: sink, report: callback.report)
    return FetchedData(head: head, body: collector.body)
  }
}
