/// The directives of `Cache-Control` (RFC 9111, section 5.2), of a request or of an answer.
///
/// Unknown directives do not count. Of a directive that comes twice the first one counts; where the two contradict one
/// another on a lifetime, so does the shorter one (RFC 9111, section 4.2.1).
struct CacheControl: Sendable, Hashable {
  /// In seconds, as all the lifetimes below.
  private(set) var maxAge: Int64?
  private(set) var sharedMaxAge: Int64?
  private(set) var maxStale: Int64?
  private(set) var minFresh: Int64?
  private(set) var staleWhileRevalidate: Int64?
  private(set) var staleIfError: Int64?
  private(set) var noStore = false
  private(set) var noCache = false
  private(set) var isPrivate = false
  private(set) var isPublic = false
  private(set) var mustRevalidate = false
  private(set) var proxyRevalidate = false
  private(set) var mustUnderstand = false
  private(set) var onlyIfCached = false
  /// Fields that must not be used without asking the server (`no-cache="Set-Cookie"`), in lower case.
  private(set) var noCacheFields: Set<String> = []
  /// Fields that a shared cache must not keep, in lower case.
  private(set) var privateFields: Set<String> = []

  init() {}

  init(_ fields: HTTPFields) {
    guard fields["Cache-Control"] == nil else {
      for member in fields.members(of: "Cache-Control") { read(FieldList.parameter(member)) }
      return
    }
    // A request of a client that knows nothing newer (RFC 9111, section 5.4).
    noCache = fields["Pragma"]?.lowercased().contains("no-cache") ?? false
  }

  private mutating func read(_ directive: (name: String, value: String?)) {
    var number: Int64? { directive.value.flatMap { FieldList.number($0) } }
    switch directive.name {
    case "max-age": maxAge = Self.shorter(maxAge, directive.value)
    case "s-maxage": sharedMaxAge = Self.shorter(sharedMaxAge, directive.value)
    // Without a number it takes anything, however stale.
    case "max-stale": maxStale = maxStale ?? directive.value.map { FieldList.number($0) ?? 0 } ?? .max
    case "min-fresh": minFresh = minFresh ?? number
    case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? number
    case "stale-if-error": staleIfError = staleIfError ?? number
    case "no-store": noStore = true
    case "no-cache": Self.restrict(directive.value, &noCache, &noCacheFields)
    case "private": Self.restrict(directive.value, &isPrivate, &privateFields)
    case "public": isPublic = true
    case "must-revalidate": mustRevalidate = true
    case "proxy-revalidate": proxyRevalidate = true
    case "must-understand": mustUnderstand = true
    case "only-if-cached": onlyIfCached = true
    default: break
    }
  }

  /// A lifetime that is no number is none at all: the answer is stale (RFC 9111, section 4.2.1).
  private static func shorter(_ known: Int64?, _ value: String?) -> Int64 {
    let new = value.flatMap { FieldList.number($0) } ?? 0
    return min(known ?? .max, new)
  }

  /// The whole answer, or only the fields that are named.
  private static func restrict(_ names: String?, _ whole: inout Bool, _ fields: inout Set<String>) {
    guard let names, !names.isEmpty else { return whole = true }
    fields.formUnion(FieldList.members(of: names).map { $0.lowercased() })
  }
}
