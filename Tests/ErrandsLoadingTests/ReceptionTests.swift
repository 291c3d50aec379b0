import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The reception of a body, as a value")
struct ReceptionTests {
  private let url: URL
  private let request: FetchRequest

  init() throws {
    url = try URL(fetching: "http://host/a")
    request = FetchRequest(url)
  }

  private func head(_ status: Int, _ fields: HTTPFields) -> FetchHead {
    FetchHead(url: url, status: status, fields: fields)
  }

  /// Four bytes of ten are held, of a body with this validator.
  private func broken(_ validator: HTTPFields.Field, limit: Int64 = 100) throws -> Reception {
    var reception = Reception(limit: limit)
    var fields: HTTPFields = ["Content-Length": "10"]
    fields.append(validator.name, validator.value)
    let start = try reception.begin(head(200, fields), to: request)
    #expect(start == .anew)
    try reception.take(4)
    return reception
  }

  private let tag = HTTPFields.Field("ETag", "\"a\"")

  @Test("The rest is asked for by a strong validator, from the first byte that is missing")
  func asking() throws {
    let reception = try broken(tag)
    #expect(reception.resumes)
    let next = reception.request(from: request)
    #expect(next.fields["Range"] == "bytes=4-")
    #expect(next.fields["If-Range"] == "\"a\"")
    #expect(Reception(limit: 1).request(from: request) == request)
  }

  @Test(
    "By anything else the whole is asked for",
    arguments: [
      HTTPFields.Field("ETag", "W/\"a\""), .init("ETag", "a"), .init("X", "y"),
      .init("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
    ]
  )
  func weak(_ validator: HTTPFields.Field) throws {
    let reception = try broken(validator)
    #expect(!reception.resumes)
    #expect(reception.request(from: request) == request)
  }

  @Test("The rest goes on, any number of times, and ends with the whole")
  func onward() throws {
    var reception = try broken(tag)
    let start = try reception.begin(
      head(206, ["Content-Range": "bytes 4-9/10", "ETag": "\"a\""]),
      to: request
    )
    #expect(start == .onward)
    #expect(reception.received == 4)
    try reception.take(3)
    #expect(throws: FetchError(url, .truncated(received: 7, expected: 10))) {
      try reception.end(isCutOff: true)
    }
    #expect(reception.request(from: request).fields["Range"] == "bytes=7-")
    let again = try reception.begin(
      head(206, ["Content-Range": "bytes 7-9/*", "ETag": "\"a\""]),
      to: request
    )
    #expect(again == .onward)
    try reception.take(3)
    try reception.end(isCutOff: false)
    #expect(reception.received == 10)
    #expect(reception.head?.status == 200)
  }

  /// Each of them put the end of one file behind the beginning of another.
  @Test(
    "What does not go with what is held is not put behind it, and the whole is asked for",
    arguments: [
      ["Content-Range": "bytes 5-9/10"], ["Content-Range": "bytes 3-9/10"],
      ["Content-Range": "bytes 4-10/11"], [:],
      ["Content-Range": "bytes */10"], ["Content-Range": "4-9/10"],
      ["Content-Range": "bytes 4-9/10", "ETag": "\"b\""],
      ["Content-Range": "bytes 4-9/10", "ETag": "W/\"a\""], ["Content-Range": "bytes 4-9/10"],
      ["Content-Range": "bytes 4-9/10", "Content-Encoding": "gzip"],
      ["Content-Range": "bytes 4-9/10", "Content-Length": "7"],
      ["Content-Type": "multipart/byteranges; boundary=x"],
    ] as [HTTPFields]
  )
  func mismatch(_ fields: HTTPFields) throws {
    var reception = try broken(tag)
    let start = try reception.begin(head(206, fields), to: request)
    #expect(start == .forgotten)
    #expect(reception.request(from: request) == request)
    #expect(reception.received == 0)
  }

  /// A server need not give all that is asked for: half of the rest was taken for all of it.
  @Test("A rest is none where nobody knows the length of the whole")
  func noTotal() throws {
    var reception = Reception(limit: 100)
    _ = try reception.begin(head(200, ["ETag": "\"a\""]), to: request)
    try reception.take(4)
    var other = reception
    let start = try reception.begin(
      head(206, ["Content-Range": "bytes 4-6/*", "ETag": "\"a\""]),
      to: request
    )
    #expect(start == .forgotten)
    // One that says it is gone on with, and is not whole before.
    let known = try other.begin(head(206, ["Content-Range": "bytes 4-6/10", "ETag": "\"a\""]), to: request)
    #expect(known == .onward)
    try other.take(3)
    #expect(throws: FetchError(url, .truncated(received: 7, expected: 10))) { try other.end(isCutOff: false) }
  }

  @Test("A body that is longer than it said is malformed, in one piece and in several")
  func tooLong() throws {
    var reception = try broken(tag)
    _ = try reception.begin(head(206, ["Content-Range": "bytes 4-9/10", "ETag": "\"a\""]), to: request)
    try reception.take(6)
    #expect(throws: FetchError(url, .malformedResponse(reason: "its body is longer than it said"))) {
      try reception.take(1)
    }
  }

  /// It was gone on with behind bytes of which nobody had said where they belong.
  @Test("So is a part that is longer than it said, though the whole is not")
  func partTooLong() throws {
    var reception = try broken(tag)
    _ = try reception.begin(head(206, ["Content-Range": "bytes 4-5/10", "ETag": "\"a\""]), to: request)
    try reception.take(2)
    #expect(throws: FetchError(url, .malformedResponse(reason: "its body is longer than it said"))) {
      try reception.take(1)
    }
    var anew = try broken(tag)
    _ = try anew.begin(head(206, ["Content-Range": "bytes 4-5/10", "ETag": "\"a\""]), to: request)
    _ = try anew.begin(head(200, ["Content-Length": "10"]), to: request)
    try anew.take(10)
    try anew.end(isCutOff: false)
  }

  @Test("A body of unknown length is whole where it ends, and truncated where its connection does")
  func unknownLength() throws {
    var reception = Reception(limit: 100)
    _ = try reception.begin(head(200, [:]), to: request)
    try reception.take(4)
    try reception.end(isCutOff: false)
    #expect(throws: FetchError(url, .truncated(received: 4, expected: nil))) {
      try reception.end(isCutOff: true)
    }
  }

  @Test("That nothing has changed is an answer to whoever asked for that, and to nobody else")
  func unchanged() throws {
    var reception = Reception(limit: 100)
    let start = try reception.begin(head(304, [:]), to: FetchRequest(url, fields: ["If-None-Match": "\"a\""]))
    #expect(start == .unchanged)
    #expect(throws: FetchError.self) { _ = try reception.begin(head(304, [:]), to: request) }
  }

  @Test("A rest from another address is none, and neither is one of which the date has changed")
  func elsewhere() throws {
    var moved = try broken(tag)
    let other = FetchHead(
      url: try URL(fetching: "http://other/a"),
      status: 206,
      fields: ["Content-Range": "bytes 4-9/10"]
    )
    let movedStart = try moved.begin(other, to: request)
    #expect(movedStart == .forgotten)
    var dated = Reception(limit: 100)
    let (old, new) = ("Sun, 06 Nov 1994 08:49:37 GMT", "Mon, 07 Nov 1994 08:49:37 GMT")
    _ = try dated.begin(head(200, ["Content-Length": "10", "Last-Modified": old, "Date": new]), to: request)
    try dated.take(4)
    #expect(dated.request(from: request).fields["If-Range"] == old)
    let changed = try dated.begin(
      head(206, ["Content-Range": "bytes 4-9/10", "Last-Modified": new]),
      to: request
    )
    #expect(changed == .forgotten)
  }

  @Test("Another query is the same address under a tag; another path is not, and neither is it under a date")
  func otherQuery() throws {
    let date = HTTPFields.Field("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")
    for (validator, address, isSame) in [
      (tag, "http://host/a?sig=2", true), (tag, "HTTP://HOST:80/a", true),
      (tag, "http://host/b?sig=2", false),
      (tag, "http://host:8080/a", false), (tag, "http://host/%61", false),
      (date, "http://host/a?sig=2", false),
    ] {
      var reception = Reception(limit: 100)
      var fields: HTTPFields = ["Content-Length": "10", "Date": "Mon, 07 Nov 1994 08:49:37 GMT"]
      fields.append(validator.name, validator.value)
      _ = try reception.begin(head(200, fields), to: request)
      try reception.take(4)
      #expect(reception.resumes)
      var rest: HTTPFields = ["Content-Range": "bytes 4-9/10"]
      rest.append(validator.name, validator.value)
      let start = try reception.begin(
        FetchHead(url: try URL(fetching: address), status: 206, fields: rest),
        to: request
      )
      #expect(start == (isSame ? .onward : .forgotten), "\(address)")
    }
  }

  @Test("416 forgets what is held; where nothing is, it is an error")
  func refused() throws {
    var reception = try broken(tag)
    let start = try reception.begin(head(416, ["Content-Range": "bytes */4"]), to: request)
    #expect(start == .forgotten)
    #expect(throws: FetchError(url, .status(416, retryAfter: nil))) {
      _ = try reception.begin(head(416, [:]), to: request)
    }
  }

  @Test("200 begins anew")
  func anew() throws {
    var reception = try broken(tag)
    let start = try reception.begin(head(200, ["Content-Length": "7", "ETag": "\"b\""]), to: request)
    #expect(start == .anew)
    #expect(reception.received == 0)
    #expect(reception.expected == 7)
    try reception.take(1)
    #expect(reception.request(from: request).fields["If-Range"] == "\"b\"")
  }

  @Test("An error between two tries leaves what is held")
  func errorBetween() throws {
    var reception = try broken(tag)
    #expect(throws: FetchError(url, .status(503, retryAfter: nil))) {
      _ = try reception.begin(head(503, [:]), to: request)
    }
    #expect(reception.request(from: request).fields["Range"] == "bytes=4-")
  }

  @Test("A part that nobody asked for is malformed, and one that the caller asked for is a body")
  func parts() throws {
    var reception = Reception(limit: 100)
    #expect(throws: FetchError.self) {
      _ = try reception.begin(head(206, ["Content-Range": "bytes 0-3/10"]), to: request)
    }
    let part = FetchRequest(url, fields: ["Range": "bytes=2-5"])
    let start = try reception.begin(head(206, ["Content-Range": "bytes 2-5/10", "ETag": "\"a\""]), to: part)
    #expect(start == .anew)
    try reception.take(2)
    #expect(reception.request(from: part) == part)
  }

  @Test("More than the limit is refused when it is announced, by a rest, too, and when it comes")
  func limits() throws {
    var reception = Reception(limit: 5)
    #expect(throws: FetchError(url, .tooLarge(limit: 5))) {
      _ = try reception.begin(head(200, ["Content-Length": "6"]), to: request)
    }
    var unannounced = Reception(limit: 5)
    _ = try unannounced.begin(head(200, ["ETag": "\"a\""]), to: request)
    try unannounced.take(5)
    var resumed = unannounced
    #expect(throws: FetchError(url, .tooLarge(limit: 5))) { try unannounced.take(1) }
    #expect(throws: FetchError(url, .tooLarge(limit: 5))) {
      _ = try resumed.begin(head(206, ["Content-Range": "bytes 5-5/6", "ETag": "\"a\""]), to: request)
    }
  }

  @Test(
    "Nothing is asked for in parts where the server takes none, or the body is compressed, or there is none"
  )
  func notResumed() throws {
    for field in [("Accept-Ranges", "none"), ("Content-Encoding", "gzip")] {
      var reception = Reception(limit: 100)
      var fields: HTTPFields = ["ETag": "\"a\""]
      fields.append(field.0, field.1)
      _ = try reception.begin(head(200, fields), to: request)
      try reception.take(4)
      #expect(!reception.resumes)
    }
    var reception = Reception(limit: 100)
    let headOnly = FetchRequest(url, method: .head)
    _ = try reception.begin(head(200, ["Content-Length": "10", "ETag": "\"a\""]), to: headOnly)
    try reception.end(isCutOff: false)
  }
}
