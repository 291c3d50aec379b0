/// What tells one state of a resource from another (RFC 9110, section 8.8): goes back to the server with a request that
/// asks for what has changed, or for the rest of what has not.
enum Validator: Sendable, Hashable {
  case entityTag(EntityTag)
  case lastModified(HTTPDate)

  /// The one of an answer that says more; nil where it has none.
  init?(_ fields: HTTPFields) {
    if let tag = fields["ETag"].flatMap({ EntityTag($0) }) {
      self = .entityTag(tag)
    } else if let date = fields["Last-Modified"].flatMap(HTTPDate.init) {
      self = .lastModified(date)
    } else {
      return nil
    }
  }

  /// The one of an answer that says its bytes are the same, so that the rest of a body may be put behind its beginning.
  ///
  /// A date is one only where the answer was made at least a minute later: within the same second a file may change twice
  /// (RFC 9110, section 8.8.2.2, asks for a second, and its predecessor for sixty). A weak tag is none.
  init?(strong fields: HTTPFields) {
    switch Validator(fields) {
    case .entityTag(let tag)? where !tag.isWeak: self = .entityTag(tag)
    case .lastModified(let modified)?:
      guard let date = fields["Date"].flatMap(HTTPDate.init), date.seconds - modified.seconds >= 60 else {
        return nil
      }
      self = .lastModified(modified)
    default: return nil
    }
  }

  /// What `If-Range` says.
  var text: String {
    switch self {
    case .entityTag(let tag): tag.description
    case .lastModified(let date): date.description
    }
  }
}
