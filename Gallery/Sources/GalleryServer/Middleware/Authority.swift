/// Host and port as a request's `Host` and an origin name them (RFC 3986, section 3.2).
struct Authority: Equatable, Sendable {
  /// In lower case, an address of version 6 without its brackets, and a name without the dot at its end.
  let host: String
  let port: Int?

  /// Nil for what is none, which may have a user in it, or nothing but a port.
  init?(_ text: String) {
    let form = /(?<host>\[(?<literal>[0-9A-Fa-f:.]+)\]|[^\[\]@:\/?#\s]+)(:(?<port>[0-9]{0,5}))?/
    guard let match = text.wholeMatch(of: form) else { return nil }
    let name = (match.literal ?? match.host).lowercased()
    host = name.hasSuffix(".") ? String(name.dropLast()) : name
    port = match.port.flatMap { Int($0) }
  }
}
