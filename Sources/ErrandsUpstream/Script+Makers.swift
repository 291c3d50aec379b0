import Foundation

extension Script {
  /// Status 200 with a text.
  public static func ok(
    _ text: String,
    contentType: String = "text/plain; charset=utf-8",
    headers: HeaderFields = [:]
  ) -> Script {
    ok(Array(text.utf8), contentType: contentType, headers: headers)
  }

  /// Status 200 with bytes.
  public static func ok(
    _ bytes: [UInt8],
    contentType: String = "application/octet-stream",
    headers: HeaderFields = [:]
  ) -> Script {
    var headers = headers
    headers.append(name: "Content-Type", value: contentType)
    return Script(headers: headers, steps: [.bytes(bytes)])
  }

  /// Status 200 with a JSON text.
  public static func json(_ text: String, headers: HeaderFields = [:]) -> Script {
    ok(text, contentType: "application/json", headers: headers)
  }

  /// The answer of an origin server that has these bytes as a file: with ranges, conditions and HEAD, and broken off
  /// before a byte of the file where one is given; see ``ServedFile/answer(to:breakingOffAt:by:now:)``.
  public static func file(
    _ bytes: [UInt8],
    entityTag: String? = nil,
    lastModified: Date? = nil,
    contentType: String = "application/octet-stream",
    headers: HeaderFields = [:],
    for request: RecordedRequest,
    breakingOffAt position: Int? = nil,
    acceptsRanges: Bool = true
  ) -> Script {
    let file = ServedFile(
      bytes,
      entityTag: entityTag,
      lastModified: lastModified,
      contentType: contentType,
      headers: headers,
      acceptsRanges: acceptsRanges
    )
    return file.answer(to: request, breakingOffAt: position)
  }

  /// A bare status, with a text if there is something to say.
  public static func status(_ status: Int, headers: HeaderFields = [:], text: String = "") -> Script {
    Script(status: status, headers: headers, steps: text.isEmpty ? [] : [.text(text)])
  }

  /// A redirect to `location`, which is sent as it is, absolute or relative.
  public static func redirect(to location: String, status: Int = 302) -> Script {
    Script(status: status, headers: ["Location": location])
  }

  /// The same with `Date`, where it has none: every answer of an origin server but those of 5xx has to have it (RFC 9110
  /// section 6.6.1).
  ///
  /// - Parameter now: The time of the answer. Default the present.
  public func dated(_ now: Date = Date()) -> Script {
    var script = self
    script.headers = headers.dated(now)
    return script
  }

  /// Whatever bytes the steps send, in place of a response; the connection is closed after them.
  public static func raw(_ steps: [Step]) -> Script {
    Script(framing: .raw, steps: steps)
  }
}

extension HeaderFields {
  /// The same with the time of the answer, where they do not have it.
  func dated(_ now: Date) -> HeaderFields {
    var fields = self
    if fields["Date"] == nil { fields.append(name: "Date", value: now.httpText) }
    return fields
  }
}
