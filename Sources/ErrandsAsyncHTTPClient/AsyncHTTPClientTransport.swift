public import AsyncHTTPClient
import ErrandsLoading
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTPCompression
public import NIOSSL
import Synchronization
public import Tracing

/// Carries requests over AsyncHTTPClient: HTTP/1.1, and HTTP/2 where that is allowed. The transport to choose on Linux.
///
/// The address guard looks twice: at the addresses that the host's name leads to, before there is a connection, so that
/// a caller cannot learn which ports are open at a forbidden one; and at the address that a connection has really been
/// made to, before the first byte of a request is sent on it, so that a name that leads elsewhere by then reaches
/// nothing.
///
/// A secure connection is greeted (TLS's ClientHello, which tells the host's name and nothing of the request) before
/// that second look: AsyncHTTPClient has no hook between the two, and takes looked-up addresses for all of a client's
/// requests only (`dnsOverride`), so that each host would need a client of its own to be held to what was looked up.
public final class AsyncHTTPClientTransport: Transport {
  /// What a transport is made with; read once, when it is made.
  public struct Configuration: Sendable {
    /// Which addresses may be connected to. Default: public ones only.
    public var addressGuard = AddressGuard()
    /// Connections at once to one host; below 1 counts as 1. Default 8.
    public var connectionsPerHost = 8
    /// How long an unused connection is kept; a negative time counts as none. Default 60 seconds.
    public var idleTimeout = Duration.seconds(60)

    /// Whether HTTP/2 is spoken with servers that offer it. Default false.
    public var allowsHTTP2 = false
    /// How many times as long as on the connection a body may be that is decompressed; a longer one fails. Bodies are asked
    /// for in gzip or deflate where the request does not say otherwise. Default 100; nil for no compression.
    public var decompressionRatio: Int? = 100
    /// The trusted certificates, and those that this client shows; nil, the default, for the system's and none. NIOSSL
    /// takes a certificate for the server's address as one for every name that leads there.
    public var tls: TLSConfiguration?
    /// Through which server connections are made; nil, the default, for none. The address guard then sees that server's
    /// address, which it has to permit, and those that the host's name leads to here: a name that leads nowhere here is
    /// the proxy's to look up, and to refuse.
    public var proxy: HTTPClient.Configuration.Proxy?

    /// What makes a span of each request until the head of its answer is there, and sends its context along, as `traceparent` if
    /// that is its way. The span lies below that of the load's run, where `Trace.observe(spanningWith:)` of ErrandsObservability
    /// makes one with the same tracer, and else below the span in which the load was begun. The address is in it without the
    /// values of its query (`URL.redacted`).
    ///
    /// Default: the tracer that the program has when a request is sent (`InstrumentationSystem`), also where that is bootstrapped
    /// after the transport was made; nil for none.
    public var tracer: (any Tracer)? {
      get { tracing.tracer }
      set { tracing = .chosen(newValue) }
    }

    var tracing = Tracing.ofProgram
    /// How long a connection may take to be made, with its tunnel and its TLS: short enough for a load to be tried again within
    /// the usual deadline.
    package var connectionLimit = Duration.seconds(20)

    /// The defaults.
    public init() {}
  }

  /// Which tracer makes the spans.
  enum Tracing: Sendable {
    case ofProgram
    case chosen((any Tracer)?)

    /// Nil for none.
    var tracer: (any Tracer)? {
      switch self {
      case .ofProgram:
        // The first question is the cheap one: it is asked for each request of a program without a tracer.
        if InstrumentationSystem.instrument is NoOpInstrument { return nil }
        let tracer = InstrumentationSystem.tracer
        return tracer is NoOpTracer ? nil : tracer
      case .chosen(let tracer): return tracer
      }
    }
  }

  private let client: HTTPClient
  private let tracing: Tracing
  private let isMeasuring: MeasuringSwitch
  private let decompresses: Bool
  private let addressGuard: AddressGuard
  private let hasProxy: Bool

  /// A transport with a connection pool of its own, on NIO's shared event loops.
  public init(configuration: Configuration = Configuration()) {
    var client = HTTPClient.Configuration()
    // A 304 with a Location would be followed as a redirect, and every hop has to pass our own guard.
    client.redirectConfiguration = .disallow
    client.httpVersion = configuration.allowsHTTP2 ? .automatic : .http1Only
    client.decompression =
      configuration.decompressionRatio.map { .enabled(limit: .ratio(max(1, $0))) } ?? .disabled
    decompresses = configuration.decompressionRatio != nil
    client.tracing.tracer = nil
    tracing = configuration.tracing
    client.tlsConfiguration = configuration.tls
    client.proxy = configuration.proxy
    hasProxy = configuration.proxy != nil
    let connections = max(1, configuration.connectionsPerHost)
    client.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
    client.connectionPool.idleTimeout = .milliseconds(configuration.idleTimeout.milliseconds)
    // Left on, a refused connection is tried over and over without a word until a timeout.
    client.connectionPool.retryConnectionEstablishment = false
    // A connection that is being made stays where its load has gone, and is waited for by the next: without a limit, one
    // handshake that hung kept all that followed from the host.
    client.timeout.connect = .milliseconds(max(1, configuration.connectionLimit.milliseconds))
    addressGuard = configuration.addressGuard
    let isMeasuring = MeasuringSwitch()
    self.isMeasuring = isMeasuring
    client.http1_1ConnectionDebugInitializer = { [addressGuard, decompresses] channel in
      if isMeasuring.isOn { channel.measureExchanges() }
      return channel.checkHeads(decompresses: decompresses).flatMap { channel.checkAddress(addressGuard) }
    }
    client.http2ConnectionDebugInitializer = { [addressGuard] in $0.checkAddress(addressGuard) }
    client.http2StreamChannelDebugInitializer = { [decompresses] in
      $0.checkHeads(decompresses: decompresses)
    }
    self.client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: client)
  }

  /// Nothing is under way by then: whatever is holds the transport.
  deinit { client.shutdown { _ in } }

  /// Sends the request and waits for the head of the answer.
  ///
  /// - Throws: `FetchError`; `CancellationError` where the calling task is cancelled, which closes the
  ///   connection; what the body's chunks throw.
  public func send(_ request: FetchRequest) async throws -> TransportResponse {
    guard let tracer = tracing.tracer else { return try await carry(request) }
    return try await tracer.spanning(request, carry)
  }

  /// Connections that are made from now on are measured: HTTP/1.1 only.
  public func beginMeasuring() { isMeasuring.turnOn() }

  private func carry(_ request: FetchRequest) async throws -> TransportResponse {
    let begin = isMeasuring.isOn ? NIODeadline.now() : nil
    try await check(request.url)
    try Task.checkCancellation()
    var outgoing = HTTPClientRequest(url: request.url.absoluteString)
    outgoing.method = .init(rawValue: request.method.rawValue)
    for field in request.fields.all { outgoing.headers.add(name: field.name, value: field.value) }
    if decompresses, request.fields["Accept-Encoding"] == nil {
      // A part of what is compressed is of no use. AsyncHTTPClient asks for it where nothing is said.
      let isPart = request.fields["Range"] != nil
      outgoing.headers.add(name: "Accept-Encoding", value: isPart ? "identity" : "gzip, deflate")
    }
    let sent = request.body.map { OutgoingBody($0.makeChunks()) }
    if let sent {
      outgoing.body = .stream(sent.chunks, length: request.body?.length.map { .known($0) } ?? .unknown)
    }
    do {
      var response = try await withTaskCancellationHandler { [outgoing] in
        try await execute(outgoing)
      } onCancel: {
        sent?.end()
      }
      // HTTP/2 is not measured, and its parser is another one. A connection may be measured before this request was.
      let isMeasured = isMeasuring.isOn && response.version.major == 1
      let exchange = isMeasured ? response.headers.takeExchange() : nil
      if request.fields["Accept-Encoding"] != nil { response.headers.showCoding() }
      return TransportResponse(
        head: FetchHead(response, url: request.url),
        body: body(of: response, to: request, sent),
        timings: begin.flatMap { exchange?.timings(since: $0) },
        peer: exchange?.peer
      )
    } catch {
      // A request that has waited for a connection is told why the last one did not come about.
      if Task.isCancelled { throw CancellationError() }
      if let failure = sent?.failure { throw failure }
      sent?.end()
      let failure = FetchError.mapping(error, of: request.url)
      if failure is FetchError { try await refuseWhatIsForbiddenByNow(request.url) }
      throw failure
    }
  }

  /// The limit of a connection that is made also ends the wait for a place among those that are there, in which nothing has been
  /// sent: a thousand loads to a slow server failed, with most of their own deadline left.
  private func execute(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
    while true {
      do {
        // The fetcher's deadline covers the whole load; this one ends with the head.
        return try await client.execute(request, deadline: .distantFuture)
      } catch let error as HTTPClientError where error == .getConnectionFromPoolTimeout {
        try Task.checkCancellation()
      }
    }
  }

  private func check(_ url: URL) async throws {
    do {
      try await addressGuard.checkResolved(url)
    } catch let error as FetchError where hasProxy && error.cause == .hostNotFound {
      // The proxy may know it.
    }
  }

  /// Replaces a connection's error where the name leads to a forbidden address by now: the error would tell of its
  /// ports.
  private func refuseWhatIsForbiddenByNow(_ url: URL) async throws {
    do {
      try await addressGuard.checkResolved(url)
    } catch let error as FetchError {
      if case .addressForbidden = error.cause { throw error }
    }
  }
}

extension Duration {
  /// Within what a timer can be set to: a century, above which NIO's nanoseconds do not go far.
  fileprivate var milliseconds: Int64 { Int64(min(max(self / .milliseconds(1), 0), 3_155_760_000_000)) }
}

/// Whether connections are measured; once they are, they stay it.
private final class MeasuringSwitch: Sendable {
  private let state = Atomic<Bool>(false)

  var isOn: Bool { state.load(ordering: .relaxed) }

  func turnOn() { state.store(true, ordering: .relaxed) }
}

extension FetchHead {
  fileprivate init(_ response: HTTPClientResponse, url: URL) {
    self.init(
      url: url,
      status: Int(response.status.code),
      fields: HTTPFields(response.headers.map { HTTPFields.Field($0.name, $0.value) })
    )
  }
}

extension AsyncHTTPClientTransport {
  /// The body with its errors as `FetchError`, and its bytes uncopied where that keeps little else. It keeps the transport alive: a transport that is freed
  /// takes its connections along, also those that are being read.
  /// Its end is that of the request's body, too.
  private func body(
    of response: HTTPClientResponse,
    to request: FetchRequest,
    _ sent: OutgoingBody?
  ) -> TransportBody {
    let (url, isEmpty) = (request.url, response.hasNoBody(to: request.method))
    return TransportBody { [self] in
      var chunks = response.body.makeAsyncIterator()
      return {
        do {
          defer { withExtendedLifetime(self) {} }
          let chunk = try await chunks.next()
          if chunk == nil { sent?.end() }
          return chunk.map(Data.init(sharing:))
        } catch {
          let failure = Task.isCancelled ? nil : sent?.failure
          sent?.end()
          if let failure { throw failure }
          // What is said to be compressed and has no body, as the answer to a HEAD, ends too early for what decompresses it.
          if isEmpty, error is NIOHTTPDecompression.ExtraDecompressionError { return nil }
          throw FetchError.mapping(error, of: url)
        }
      }
    }
  }
}

extension HTTPClientResponse {
  /// Whether there is none, whatever its fields say of one (RFC 9112, section 6.3), or one without a byte.
  fileprivate func hasNoBody(to method: FetchRequest.Method) -> Bool {
    method == .head || status == .noContent || status == .notModified
      || headers.first(name: "Content-Length") == "0"
  }
}

extension Data {
  /// The bytes of a buffer: its own where they are at least half of what it has set aside, or else a copy. A caller that keeps
  /// ten thousand short answers would keep as many buffers of 64 KiB with them.
  fileprivate init(sharing buffer: ByteBuffer) {
    let isMostOfIt = buffer.readableBytes >= buffer.storageCapacity / 2
    self.init(buffer: buffer, byteTransferStrategy: isMostOfIt ? .noCopy : .copy)
  }
}
