import Foundation

extension FetchRequest {
  /// Fields that name the asking user, and the server: the answer is another one, whether or not the server says so in `Vary`.
  private static let telling = ["Authorization", "Cookie", "Host"]

  /// What its answer is kept under. Credentials are part of it, as a digest; so is a password in the address, as the
  /// key is written to disk. A key of the caller's stands for them all.
  var cacheKey: String {
    if let key { return Self.cacheKey(key) }
    var address = url.absoluteString
    // By bytes, as it is asked for before every hit: to take the address apart costs more than all the rest of one.
    if let end = address.utf8.firstIndex(of: UInt8(ascii: "#")) { address = String(address[..<end]) }
    let hasUser = address.utf8.contains(UInt8(ascii: "@")) && (url.user != nil || url.password != nil)
    let name = "url " + (hasUser ? Digest.hexadecimal(of: address) : address)
    if fields.all.isEmpty { return name }
    // Each under its name: a cookie is no `Authorization` of the same text.
    return Self.telling.reduce(name) { key, field in
      let values = fields.values(of: field)
      if values.isEmpty { return key }
      return key + " \(field) " + Digest.hexadecimal(of: values.joined(separator: "\n"))
    }
  }

  /// What its answer is kept under, for what is made of the answer.
  package var identity: String { cacheKey }

  /// Whether a field of this name asks for a part of an answer, or for a newer state of it, and not for another one.
  package static func isAboutState(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "range" || name.hasPrefix("if-") || name == "cache-control"
  }

  /// The same for a key of the caller's.
  static func cacheKey(_ key: String) -> String { "key " + key }

  /// What it says in a field by which answers vary, by its name in lower case.
  func values(varying name: String) -> [String] {
    let values = fields.values(of: name)
    return values.isEmpty && name == "user-agent" ? agent.map { [$0] } ?? [] : values
  }

  /// Whether its server may be asked (RFC 9111, section 5.2.1.7).
  var mayBeSent: Bool { cacheUse != .onlyFromCache && !CacheControl(fields).onlyIfCached }

  /// Whether an answer may be kept as the answer to this request.
  ///
  /// What a redirect leads to says how long it is fresh itself, and not for how long the redirect leads there. And what
  /// interceptors have added is not known when the cache is asked: what depends on that would be given to others.
  ///
  /// - Parameter sent: What interceptors have made of the request.
  func isAnswered(by answer: FetchHead, to sent: FetchRequest) -> Bool {
    let address = CacheAddress(sent.url)
    guard CacheAddress(answer.url) == address, key != nil || address == CacheAddress(url),
      !CacheControl(sent.fields).noStore
    else { return false }
    let telling = key == nil ? Self.telling : []
    let varying = answer.fields.members(of: "Vary").map(String.init)
    return (telling + varying).allSatisfy { sent.fields.values(of: $0) == fields.values(of: $0) }
  }
}
