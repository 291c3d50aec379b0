import NIOHTTP1

extension HTTPRequestHead {
  /// The same request with a path for its target. A whole address there names the host for which the request is meant,
  /// whatever its `Host` says (RFC 9112, section 3.2.2): so it takes the place of that, and is looked at as that is.
  ///
  /// One without a `Host`, or with two, stays as it is, for it is none that can be answered.
  var inOriginForm: HTTPRequestHead {
    // First what nearly all of them have: to look for the other takes a twentieth of a picture in memory.
    guard !uri.hasPrefix("/"), let colon = uri.firstRange(of: "://"), headers["host"].count == 1 else {
      return self
    }
    let rest = uri[colon.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    var head = self
    head.headers.replaceOrAdd(name: "Host", value: String(rest[..<end]))
    head.uri = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
    return head
  }

  /// The same request without the prefix of this place, for the routes know nothing of it.
  func local(to place: ServedPlace) -> HTTPRequestHead {
    var head = self
    head.uri = place.local(uri)
    return head
  }
}
