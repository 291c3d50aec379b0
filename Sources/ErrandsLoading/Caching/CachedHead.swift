import Foundation

/// The head of an answer that was kept, and what has to be known of how it came.
struct CachedHead: Sendable, Hashable {
  let head: FetchHead
  /// The request's values of the fields that `Vary` names, by name in lower case; digests of those that are
  /// credentials.
  let varying: [String: String]
  /// When the request was sent, and when the answer came, in seconds since 1970.
  let requestTime: Int64
  let responseTime: Int64
  /// What its fields say, read once: a hit in memory is to cost little.
  let control: CacheControl
  /// When it was made, in seconds since 1970; when it came, where it does not say so.
  let date: Int64
  let expires: Expiry
  let lastModified: Int64?
  /// How old it was when it came, in seconds.
  private let initialAge: Int64

  /// What `Expires` says.
  enum Expiry: Sendable, Hashable {
    case unknown
    /// In seconds since 1970. A date that is none, `0` above all, is in the past (RFC 9111, section 5.3).
    case at(Int64)
  }

  init(head: FetchHead, request: FetchRequest, requestTime: Int64, responseTime: Int64) {
    let varying = Self.varying(head, request)
    self.init(head: head, varying: varying, requestTime: requestTime, responseTime: responseTime)
  }

  /// What the request says in the fields by which the answer varies.
  static func varying(_ head: FetchHead, _ request: FetchRequest) -> [String: String] {
    Dictionary(
      variedNames(head).map { ($0, normalized(request.values(varying: $0), of: $0)) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Whether it would have been the answer to this request, too (RFC 9111, section 4.1). `Vary: *` matches none.
  func matches(_ request: FetchRequest) -> Bool {
    guard !varying.keys.contains("*") else { return false }
    return varying.allSatisfy { name, value in
      // By bytes: two ways to write one letter are one text in Swift.
      Self.normalized(request.values(varying: name), of: name).utf8.elementsEqual(value.utf8)
    }
  }

  /// Its age in seconds (RFC 9111, section 4.2.3). A clock that is behind the server's makes it no younger than
  /// nothing.
  func age(at now: Int64) -> Int64 {
    let (age, isEndless) = initialAge.addingReportingOverflow(secondsHere(at: now))
    return isEndless ? .max : age
  }

  /// For how many seconds it has been here.
  func secondsHere(at now: Int64) -> Int64 { Self.seconds(from: responseTime, to: now) }

  /// The same with the fields of a 304, which are newer (RFC 9111, section 3.2). Those that describe the body that is
  /// kept stay as they are.
  ///
  /// - Parameter storable: Takes away what must not be kept of them all: a 304 may say that of a field that was kept until now.
  func renewed(
    by answer: FetchHead,
    keeping storable: (FetchHead) -> FetchHead,
    requestTime: Int64,
    responseTime: Int64
  ) -> CachedHead {
    var fields = head.fields
    var kept: Set = [
      "content-encoding", "content-length", "content-range", "content-type", "transfer-encoding",
    ]
    // Bytes that were known to be nearly the same do not become the very same (RFC 9110, section 8.8.3.2).
    if fields["ETag"].flatMap({ EntityTag($0) })?.isWeak == true { kept.insert("etag") }
    // How old it was when it came does not count any more, and it is of now where the server has no clock (RFC 9110, section 6.6.1).
    fields["Age"] = nil
    fields["Date"] = HTTPDate(seconds: responseTime).description
    for name in Set(answer.fields.all.map { $0.name.lowercased() }) where !kept.contains(name) {
      fields[name] = nil
      for field in answer.fields.all where field.name.lowercased() == name {
        fields.append(field.name, field.value)
      }
    }
    return CachedHead(
      head: storable(FetchHead(url: head.url, status: head.status, fields: fields)),
      varying: varying,
      requestTime: requestTime,
      responseTime: responseTime
    )
  }

  /// How many bytes it takes, near enough.
  var byteCount: Int {
    head.fields.all.reduce(64 + head.url.absoluteString.utf8.count) { sum, field in
      sum + field.name.utf8.count + field.value.utf8.count
    } + varying.reduce(0) { sum, field in sum + field.key.utf8.count + field.value.utf8.count }
  }

  /// As it was before: what has been read from a file.
  init(head: FetchHead, varying: [String: String], requestTime: Int64, responseTime: Int64) {
    self.head = head
    self.varying = varying
    self.requestTime = requestTime
    self.responseTime = responseTime
    control = CacheControl(head.fields)
    date = head.fields["Date"].flatMap(HTTPDate.init)?.seconds ?? responseTime
    expires = head.fields["Expires"].map { .at(HTTPDate($0)?.seconds ?? .min) } ?? .unknown
    lastModified = head.fields["Last-Modified"].flatMap(HTTPDate.init)?.seconds
    let told = head.fields["Age"].flatMap { FieldList.number(FieldList.trimmed(Substring($0))) } ?? 0
    let (corrected, isTooLarge) = told.addingReportingOverflow(
      Self.seconds(from: requestTime, to: responseTime)
    )
    initialAge = max(Self.seconds(from: date, to: responseTime), isTooLarge ? .max : corrected)
  }

  /// Not less than nothing. Times that were read from a file may be anything.
  static func seconds(from earlier: Int64, to later: Int64) -> Int64 {
    guard later > earlier else { return 0 }
    let (seconds, isEndless) = later.subtractingReportingOverflow(earlier)
    return isEndless ? .max : seconds
  }

  private static func variedNames(_ head: FetchHead) -> [String] {
    head.fields.members(of: "Vary").map { $0.lowercased() }
  }

  /// Of these only the digest is kept: an entry is written to disk, and a credential must not be.
  private static let credentials: Set = ["authorization", "cookie", "proxy-authorization"]

  /// Several fields are one list, and the spaces around its members say nothing.
  private static func normalized(_ values: [String], of name: String) -> String {
    // A field that is not there is no empty one (RFC 9111, section 4.1), and no value has this in it.
    if values.isEmpty { return "\0" }
    let text = values.flatMap(FieldList.members).joined(separator: ",")
    return credentials.contains(name) && !text.isEmpty ? Digest.hexadecimal(of: text) : text
  }
}
