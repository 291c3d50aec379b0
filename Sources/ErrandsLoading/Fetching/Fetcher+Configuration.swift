import Errands

extension Fetcher {
  /// Limits and policies of all loads of a fetcher.
  public struct Configuration: Sendable {
    /// One deadline for all of a load that is held in memory: queue, connection, redirects, further tries, head, body and
    /// decoding. Default 30 seconds.
    public var deadline = Duration.seconds(30)
    /// Whether the deadline also counts the wait for a place of ``admission``. Where it does not, it begins when the load has its
    /// first place: a load does not pay for those before it, as suits the members of a batch. It is then one for all that share
    /// the load, and what needs no place has none. Default true.
    public var deadlineCountsWait = true
    /// The longest silence on a connection: so long without a connection, a head, or a byte fails a try. Default nil: the
    /// deadline alone counts.
    public var silence: Duration?
    /// The largest body accepted, in bytes; checked against the declared length, as the body arrives, and for what the cache
    /// has. Default 16 MiB.
    public var byteLimit: Int64 = 16 << 20
    /// How many redirects are followed. Default 10.
    public var redirectLimit = 10
    /// When a failed try is followed by another. Where a body is gone on with, tries are counted from the last one that has
    /// brought some of it. Default `RetryPolicy()`.
    public var retry = RetryPolicy()
    /// Which failures are followed by another try, of those that may be: of an idempotent method, with tries left. Default
    /// ``FetchError/isTransient``.
    public var isRetried: @Sendable (FetchError) -> Bool = \.isTransient
    /// The longest wait before a further try that a server may ask for (`Retry-After`); where it asks for more, the load fails
    /// at once with the status, whose error says when to come back. Waits that an interceptor decides on have no limit. Default
    /// 2 minutes.
    public var retryAfterLimit = Duration.seconds(120)
    /// Looks at each answer before its status and its body are, also at one out of the cache; throws what the try or the load is
    /// to fail with. Not asked about a 304 to a condition, which says that what is known still holds. Called for each hit in
    /// memory, too: be quick. Default: nothing.
    public var validate: @Sendable (FetchHead) throws -> Void = { _ in }
    /// What changes requests and decides about further tries, asked in this order. Default none.
    public var interceptors: [any FetchInterceptor] = []
    /// How many loads are in flight at once, over all and to one host; shared by all fetchers that are given it. Default nil:
    /// as many as are begun.
    public var admission: Admission?
    /// Where answers are kept, and looked for first; shared by all fetchers that are given it. Default nil: nowhere. A body that
    /// is handed on in pieces (``Fetcher/response(for:in:)``, delegates, downloads) is not kept.
    public var cache: HTTPCache?
    /// What measures the deadline, the waits between tries, and the metrics. Default `ContinuousClock`.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Told once of each load what it took, when it settles: of one out of the cache, of one that fails, and of each of those that
    /// share one. Called on the spot, where nobody waits for it, but the handlers on `Delivery.immediate`; be quick, as the
    /// thread may be the transport's. Default nil: nothing is measured.
    public var metrics: (@Sendable (FetchRequest, LoadMetrics) -> Void)?
    /// Sent where the request has no `User-Agent` of its own. Default `Errands/1.0`.
    public var userAgent = "Errands/1.0"

    /// The defaults.
    public init() {}
  }
}
