import Foundation

extension ServedFile {
  /// The answer that an origin server would give to this request.
  ///
  /// - A GET is answered with the whole (200), with the part that `Range` asks for (206, several parts as
  ///   `multipart/byteranges`), or with 416 where there is no such part. `Range` is passed over where `If-Range` names
  ///   another state of the file, where it is malformed or of another unit, where the file is empty, and where it asks
  ///   for more than 32 parts or in several parts for more than the file has.
  /// - HEAD gets the head of the whole, whatever range it asks for.
  /// - `If-None-Match` (weakly) or else `If-Modified-Since` is answered with 304 where nothing has changed, and
  ///   `If-Match` (strongly) or else `If-Unmodified-Since` with 412 where something has.
  /// - Other methods get 405.
  ///
  /// Its framing may be changed afterwards, to one in chunks, say.
  ///
  /// - Parameters:
  ///   - position: The byte of the file, counted from 0, before which the answer breaks off. An answer that does not
  ///     have this byte in it is given whole, so that each part of a file can be broken on its own. Default `nil`: it
  ///     is given whole.
  ///   - ending: How it breaks off: by `close`, the default, `reset` or `stall`.
  ///   - now: The time of the answer, for `Date`, and for whether a date in `If-Range` can be relied on.
  public func answer(
    to request: RecordedRequest,
    breakingOffAt position: Int? = nil,
    by ending: Script.Step = .close,
    now: Date = Date()
  ) -> Script {
    guard request.method == "GET" || request.method == "HEAD" else {
      var headers = dated(now)
      headers.append(name: "Allow", value: "GET, HEAD")
      return .status(405, headers: headers, text: "Only GET and HEAD are answered here.")
    }
    let conditions = Preconditions(request, entityTag: entityTag, lastModified: lastModified)
    switch conditions.verdict {
    case .met: break
    case .notModified: return Script(status: 304, headers: fields(at: now, forWhoHasIt: true))
    case .failed(let field): return .status(412, headers: dated(now), text: "\(field) is not fulfilled.")
    }
    guard request.method == "GET" else { return whole(now, breakAt: nil) }
    let broken = position.map { (position: $0, ending: ending) }
    let ranges = ByteRanges(request.headers.combined("Range"), length: count)
    guard acceptsRanges, conditions.allowsRange(at: now) else { return whole(now, breakAt: broken) }
    switch ranges {
    case .whole: return whole(now, breakAt: broken)
    case .unsatisfiable: return refusal(now)
    case .parts(let parts):
      // A client that makes it a condition has the fields that describe the file (section 15.3.7).
      let headers = fields(at: now, forWhoHasIt: request.headers["If-Range"] != nil)
      return parts.count == 1
        ? part(parts[0], headers, breakAt: broken) : multipart(parts, headers, breakAt: broken)
    }
  }

  private typealias Break = (position: Int, ending: Script.Step)

  private func whole(_ now: Date, breakAt broken: Break?) -> Script {
    var headers = fields(at: now, forWhoHasIt: false)
    headers.append(name: "Accept-Ranges", value: acceptsRanges ? "bytes" : "none")
    return Script(headers: headers, steps: steps(0..<count, breakAt: broken))
  }

  private func part(_ part: Range<Int>, _ fields: HeaderFields, breakAt broken: Break?) -> Script {
    var headers = fields
    headers.append(name: "Accept-Ranges", value: "bytes")
    headers.append(name: "Content-Range", value: contentRange(part))
    return Script(status: 206, headers: headers, steps: steps(part, breakAt: broken))
  }

  private func refusal(_ now: Date) -> Script {
    var headers = dated(now)
    headers.append(name: "Accept-Ranges", value: "bytes")
    headers.append(name: "Content-Range", value: "bytes */\(count)")
    return .status(416, headers: headers, text: "There are \(count) bytes, and none of them was asked for.")
  }

  /// What stands between parts. It is always the same, so that answers can be compared.
  private static let boundary = "7c1e54a0-the-next-part-9b3d"

  /// The parts one after the other, each with a head of its own (RFC 9110 section 14.6).
  private func multipart(_ parts: [Range<Int>], _ fields: HeaderFields, breakAt broken: Break?) -> Script {
    var headers = HeaderFields()
    for field in fields.fields where field.name.lowercased() != "content-type" {
      headers.append(name: field.name, value: field.value)
    }
    headers.append(name: "Accept-Ranges", value: "bytes")
    headers.append(name: "Content-Type", value: "multipart/byteranges; boundary=\(Self.boundary)")
    var content: [Script.Step] = []
    for part in parts {
      let beginning = content.isEmpty ? "" : "\r\n"
      let type = "Content-Type: \(contentType)\r\n"
      let range = "Content-Range: \(contentRange(part))\r\n"
      content.append(.text("\(beginning)--\(Self.boundary)\r\n\(type)\(range)\r\n"))
      content += steps(part, breakAt: broken)
    }
    content.append(.text("\r\n--\(Self.boundary)--\r\n"))
    return Script(status: 206, headers: headers, steps: content)
  }

  private func contentRange(_ part: Range<Int>) -> String {
    "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)"
  }

  /// What sends a part. The bytes behind a break are among the steps, so that the declared length counts them.
  private func steps(_ part: Range<Int>, breakAt broken: Break?) -> [Script.Step] {
    guard let broken, part.contains(broken.position) else { return [step(part)] }
    return [
      step(part.lowerBound..<broken.position), broken.ending, step(broken.position..<part.upperBound),
    ]
  }

  private func step(_ part: Range<Int>) -> Script.Step {
    switch content {
    case .bytes(let bytes): .bytes(Array(bytes[part]))
    case .computed(_, let bytes): .blocks(part) { [.bytes(bytes($0))] }
    }
  }

  // MARK: Fields

  /// Fields that describe the bytes, and so are of no use to a client that has them (RFC 9110 sections 8.3 to 8.6).
  private static let describing: Set = ["content-type", "content-encoding", "content-language"]

  /// - Parameter isKnown: Whether the client has the file, or the rest of it: then what it has to know is left. The
  ///   date of the last change is sent all the same where there is no tag (section 15.4.5).
  private func fields(at now: Date, forWhoHasIt isKnown: Bool) -> HeaderFields {
    var fields = HeaderFields()
    for field in dated(now).fields where !isKnown || !Self.describing.contains(field.name.lowercased()) {
      fields.append(name: field.name, value: field.value)
    }
    for field in validators.fields where !isKnown || field.name == "ETag" || entityTag == nil {
      fields.append(name: field.name, value: field.value)
    }
    if !isKnown { fields.append(name: "Content-Type", value: contentType) }
    return fields
  }

  /// The fields of this file with the time of the answer.
  private func dated(_ now: Date) -> HeaderFields { headers.dated(now) }
}
