extension Admission {
  /// How many loads may be in flight and wait, over all hosts and for each of them.
  public struct Limits: Sendable, Hashable {
    /// Loads in flight at once, over all hosts. Default 64; less than 1 counts as 1.
    public var total = 64
    /// Loads in flight at once to one host. Default 8; less than 1 counts as 1.
    public var perHost = 8
    /// Loads that wait, over all hosts; the next one is refused. Default 10,000; less than 0 counts as 0.
    public var waiting = 10_000
    /// How often a host may be asked. Default nil, as often as there are places.
    public var rate: RateLimit?
    /// When a host is left alone for a while. Default nil, never.
    public var breaker: CircuitBreaker?
    /// Hosts with limits of their own, by name in lower case and without a port: `["api.example.com": …]`. They
    /// count for each scheme and port of the host. Default none.
    public var hosts: [String: HostLimits] = [:]

    /// The defaults.
    public init() {}

    /// The limits of the host with this name: its own, or those that are the same for all.
    public func limits(forHost name: String) -> HostLimits {
      hosts[name.lowercased()] ?? HostLimits(inFlight: perHost, rate: rate, breaker: breaker)
    }
  }

  /// The limits of one host.
  public struct HostLimits: Sendable, Hashable {
    /// Loads in flight at once. Less than 1 counts as 1.
    public var inFlight: Int
    /// How often the host may be asked; nil for as often as there are places.
    public var rate: RateLimit?
    /// When the host is left alone for a while; nil for never.
    public var breaker: CircuitBreaker?

    /// The limits of one host, whatever those of the others are.
    ///
    /// - Parameters:
    ///   - inFlight: Loads in flight at once. Default 8.
    ///   - rate: How often the host may be asked. Default nil, as often as there are places.
    ///   - breaker: When the host is left alone for a while. Default nil, never.
    public init(inFlight: Int = 8, rate: RateLimit? = nil, breaker: CircuitBreaker? = nil) {
      self.inFlight = inFlight
      self.rate = rate
      self.breaker = breaker
    }
  }

  /// How many loads are in flight and wait.
  public struct Counts: Sendable, Hashable {
    /// Loads with a place.
    public var inFlight = 0
    /// Loads that wait for one.
    public var waiting = 0

    /// Counts of these numbers.
    public init(inFlight: Int = 0, waiting: Int = 0) {
      self.inFlight = inFlight
      self.waiting = waiting
    }
  }
}
