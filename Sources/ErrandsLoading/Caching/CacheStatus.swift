/// What a cache did for a request, as the `Cache-Status` field says it (RFC 9211).
public struct CacheStatus: Sendable, Hashable {
  /// Why a request went on to the server (RFC 9211, section 2.2).
  public enum Forward: String, Sendable, Hashable, CaseIterable {
    /// The cache was told to leave the request alone.
    case bypass
    /// The cache does not answer requests of this method.
    case method
    /// Nothing is stored for the address.
    case uriMiss = "uri-miss"
    /// What is stored for the address belongs to requests with other fields (`Vary`).
    case varyMiss = "vary-miss"
    /// Nothing that is stored could be used.
    case miss
    /// The request did not want what is stored, though it is fresh.
    case request
    /// What is stored is stale.
    case stale
    /// Only a part of what the request wants is stored.
    case partial
  }

  /// Where the answer came from.
  public enum Source: Sendable, Hashable {
    /// From the cache, without a word to the server.
    case hit
    /// From the server, or from the cache after the server was asked.
    case forwarded(Forward)
  }

  /// Where the answer came from.
  public var source: Source
  /// The status of the server's answer; nil where it was not asked, or where it is that of the answer.
  public var forwardStatus: Int?
  /// For how many seconds the answer stays fresh; negative for one that is stale; nil where that is not known.
  public var timeToLive: Int64?
  /// The same for an answer that was stored just now, too, and nothing where its server has to be asked each time: how long what is
  /// made of it may be kept.
  package var remainingLifetime: Int64?
  /// Whether the answer may be kept as the answer to its request, had the cache room for it or not: what is made of it may then
  /// be kept as long.
  package var mayBeKept = false
  /// Whether the server's answer was stored.
  public var isStored = false
  /// Whether the request shared the answer to another one.
  public var isCollapsed = false
  /// What else there is to say, for people.
  public var detail: String?

  /// A status with this source, and nothing else to say.
  public init(_ source: Source) {
    self.source = source
  }
}

extension CacheStatus: CustomStringConvertible {
  /// The field's value, as in `errands; hit; ttl=376` and `errands; fwd=stale; fwd-status=304; stored`.
  public var description: String {
    var parts = ["errands"]
    switch source {
    case .hit: parts.append("hit")
    case .forwarded(let reason): parts.append("fwd=\(reason.rawValue)")
    }
    if let forwardStatus { parts.append("fwd-status=\(forwardStatus)") }
    if let timeToLive { parts.append("ttl=\(timeToLive)") }
    if isStored { parts.append("stored") }
    if isCollapsed { parts.append("collapsed") }
    if let detail { parts.append("detail=\(Self.quoted(detail))") }
    return parts.joined(separator: "; ")
  }

  /// A string of a structured field, which has printable ASCII only (RFC 9651, section 3.3.3).
  private static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case " "..."~": String(scalar)
      default: "?"
      }
    }
    return "\"\(scalars.joined())\""
  }
}
