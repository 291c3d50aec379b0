import ErrandsTesting
import Foundation
import GalleryConnections
import GalleryJobs
import Logging
import Testing

@testable import GalleryServer

/// What was a quarter of what the library below serves by itself, as every picture in memory went through all that a request
/// goes through.
@Suite("Answers that a connection gives again by itself")
struct RepeatedAnswersTests {
  private let lines = Events<RequestLine>()
  private let metrics = PrometheusMetrics()
  private let repeats: RepeatedAnswers

  init() {
    let log = RequestLog(logger: Logger(label: "test"), metrics: ServerMetrics(metrics)) { [lines] in
      lines.record($0)
    }
    repeats = RepeatedAnswers(log: log, proxies: [])
  }

  /// What a route gives: bytes that can be exchanged, or taken away.
  private final class Picture: Sendable {
    private let state: Lock<(bytes: Data, age: String?)?>

    init(_ text: String, age: String? = nil) { state = Lock((Data(text.utf8), age)) }

    var body: RepeatableBody { { self.state.withLock { $0 } } }
    func vanish() { state.withLock { $0 = nil } }
  }

  private func request(_ path: String = "/image/a/b", _ fields: String = "Accept: image/webp\n") -> String {
    "GET \(path) HTTP/1.1\nHost: a\n\(fields)\n"
  }

  /// Has a route answer with a picture, which it offers to have given again.
  private func answer(_ client: TimedConnection, with picture: Picture, _ text: String) throws {
    client.connection.offer(picture.body)
    try client.answer(
      [
        "content-length": "\(text.utf8.count)", "etag": "\"1\"", "date": "then", "x-request-id": "first",
        "age": "1",
      ],
      body: text
    )
  }

  /// A connection that has had the picture once.
  private func client(_ picture: Picture, _ text: String = "picture") throws -> TimedConnection {
    let client = try TimedConnection(repeats: repeats)
    try client.send(request())
    #expect(try client.nextRequest() == "/image/a/b")
    try answer(client, with: picture, text)
    #expect(try client.received().hasSuffix("\r\n\r\n\(text)"))
    return client
  }

  @Test("Have the bytes and the fields of the first, with a date, an age and a name of their own")
  func again() throws {
    let client = try client(Picture("picture", age: "7"))
    try client.send(request())
    #expect(try client.nextRequest() == nil, "no route is asked")
    let answer = RawAnswer((200, try client.received()))
    #expect(answer.body == "picture")
    #expect(answer.values(of: "ETag") == ["\"1\""] && answer.values(of: "Content-Length") == ["7"])
    #expect(answer.values(of: "Age") == ["7"])
    #expect(answer.values(of: "Date").count == 1 && answer.values(of: "Date") != ["then"])
    let names = answer.values(of: "X-Request-ID")
    #expect(names.count == 1 && names[0].count == 32 && names != ["first"])
    #expect(client.isOpen)
    let line = try #require(lines.all.first)
    #expect(line.method == "GET" && line.status == 200 && line.id == names[0])
    #expect(line.path == "/image/a/…", "no address is told")
    let text = metrics.text
    #expect(text.contains("gallery_http_requests_total{method=\"GET\",status=\"200\"} 1\n"))
    #expect(text.contains("gallery_http_repeated_total 1\n"))
  }

  @Test(
    "Are for the same request only: any other goes to the routes",
    arguments: [
      "GET /image/a/c HTTP/1.1\nHost: a\nAccept: image/webp\n\n",
      "GET /image/a/b?style=promise HTTP/1.1\nHost: a\nAccept: image/webp\n\n",
      "GET /image/a/b HTTP/1.1\nHost: b\nAccept: image/webp\n\n",
      "GET /image/a/b HTTP/1.1\nHost: a\nAccept: image/jpeg\n\n",
      "GET /image/a/b HTTP/1.1\nHost: a\n\n",
      "GET /image/a/b HTTP/1.1\nHost: a\nAccept: image/webp\nAccept: image/gif\n\n",
      "GET /image/a/b HTTP/1.1\nHost: a\nHost: a\nAccept: image/webp\n\n",
      "GET /image/a/b HTTP/1.0\nHost: a\nAccept: image/webp\n\n",
      "HEAD /image/a/b HTTP/1.1\nHost: a\nAccept: image/webp\n\n",
      "POST /image/a/b HTTP/1.1\nHost: a\nAccept: image/webp\nContent-Length: 0\n\n",
      "GET /image/a/b HTTP/1.1\nHost: a\nAccept: image/webp\nContent-Length: 2\n\nhi",
      "GET /image/a/b HTTP/1.1\nHost: a\nAccept: image/webp\nTransfer-Encoding: chunked\n\n0\n\n",
      "GET /image/a/b HTTP/1.1\nHost: a\nAccept: image/webp\nrange: bytes=0-1\n\n",
      "GET /image/a/b HTTP/1.1\nHost: a\nAccept: image/webp\nIf-Range: \"1\"\n\n",
      "GET /image/a/b HTTP/1.1\nHost: a\nAccept: image/webp\nIF-NONE-MATCH: \"1\"\n\n",
      "GET /image/a/b HTTP/1.1\nHost: a\nAccept: image/webp\nIf-Match: \"1\"\n\n",
      "GET /image/a/b HTTP/1.1\nHost: a\nAccept: image/webp\nIf-Modified-Since: then\n\n",
      "GET /image/a/b HTTP/1.1\nHost: a\nAccept: image/webp\nIf-Unmodified-Since: then\n\n",
      "GET /image/a/b HTTP/1.1\nHost: a\nAccept: image/webp\nExpect: 100-continue\n\n",
    ]
  )
  func others(_ other: String) throws {
    let client = try client(Picture("picture"))
    try client.send(other)
    #expect(try client.nextRequest() != nil)
    #expect(try client.received().isEmpty)
  }

  @Test("Are given on every connection, and where fields stand in another case and order")
  func elsewhere() throws {
    let picture = Picture("picture")
    _ = try client(picture)
    let other = try TimedConnection(repeats: repeats)
    try other.send("GET /image/a/b HTTP/1.1\nUser-Agent: x\nACCEPT: image/webp\nReferer: /\nhost: a\n\n")
    #expect(try other.nextRequest() == nil)
    #expect(try other.received().hasSuffix("picture"))
  }

  @Test("Are not given where the bytes are gone, and are again when a route has given them again")
  func gone() throws {
    let picture = Picture("picture")
    let client = try client(picture)
    picture.vanish()
    try client.send(request())
    #expect(try client.nextRequest() == "/image/a/b")
    try answer(client, with: Picture("another"), "another")
    _ = try client.received()
    try client.send(request())
    #expect(try client.nextRequest() == nil)
    #expect(try client.received().hasSuffix("another"))
  }

  /// Their places were taken until four thousand others had been remembered.
  @Test("Are forgotten once their bytes are gone")
  func forgotten() throws {
    var picture: Picture? = Picture("picture")
    weak let offered = picture
    let client = try client(#require(picture))
    picture?.vanish()
    picture = nil
    #expect(offered != nil, "it is remembered by what was offered")
    try client.send(request())
    #expect(try client.nextRequest() == "/image/a/b")
    #expect(offered == nil)
  }

  /// The offer of one request would be taken for that of the next, whose answer is no picture.
  @Test("Are not made of what was offered for the answer before")
  func nextOffer() throws {
    let client = try TimedConnection(repeats: repeats)
    try client.send(request("/image/a/b", "If-None-Match: \"1\"\n"))
    _ = try client.nextRequest()
    try answer(client, with: Picture("picture"), "picture")
    for _ in 0..<2 {
      try client.send(request("/api/x"))
      #expect(try client.nextRequest() == "/api/x")
      try client.answer(["content-length": "7"], body: "another")
    }
  }

  @Test("Are not made of an answer with another status or length than its bytes have")
  func otherAnswer() throws {
    let client = try TimedConnection(repeats: repeats)
    for _ in 0..<2 {
      try client.send(request())
      #expect(try client.nextRequest() != nil)
      client.connection.offer(Picture("picture").body)
      try client.answer(["content-length": "2"], body: "ok")
    }
    for _ in 0..<2 {
      try client.send(request())
      #expect(try client.nextRequest() != nil)
      client.connection.offer(Picture("picture").body)
      try client.answer(["content-length": "7"], body: "picture", status: .notFound)
    }
  }

  @Test("Come in order among those of routes, however many are asked for at once")
  func pipelined() throws {
    let client = try client(Picture("picture"))
    let asked = (1...300).map { $0 % 7 == 0 ? request("/\($0)") : request() }
    try client.send(asked.joined())
    var answers = ""
    for number in stride(from: 7, through: 300, by: 7) {
      #expect(try client.nextRequest() == "/\(number)")
      answers += try client.received()
      try client.answer(["content-length": "\("\(number)".utf8.count)"], body: "\(number)")
    }
    answers += try client.received()
    let bodies = answers.split(separator: "HTTP/1.1 200 OK\r\n").map { $0.split(separator: "\r\n").last }
    #expect(bodies == (1...300).map { $0 % 7 == 0 ? "\($0)" : "picture" })
  }

  /// The end of the first closed the connection, as there was nothing more to be read, and the others were lost.
  @Test("Are all given to a client that has said all it had to say", arguments: [true, false])
  func halfClosed(_ isBehindRoute: Bool) throws {
    let client = try client(Picture("picture"))
    let first = isBehindRoute ? request("/slow") : ""
    try client.send(first + request() + request() + request("/last") + request())
    client.endInput()
    if isBehindRoute {
      #expect(try client.nextRequest() == "/slow")
      try client.answer(["content-length": "4"], body: "slow")
    }
    #expect(try client.nextRequest() == "/last")
    #expect(client.isOpen)
    try client.answer(["content-length": "4"], body: "last")
    let answers = try client.received().split(separator: "HTTP/1.1 200 OK\r\n")
    #expect(
      answers.map { $0.split(separator: "\r\n").last }
        == (isBehindRoute ? ["slow"] : []) + ["picture", "picture", "last", "picture"]
    )
    #expect(!client.isOpen)
  }

  @Test("Are not remembered under what is longer than a browser would ask with")
  func long() throws {
    let client = try TimedConnection(repeats: repeats)
    for _ in 0..<2 {
      try client.send(request("/image/a/b?x=" + String(repeating: "a", count: 2_048)))
      #expect(try client.nextRequest() != nil)
      try answer(client, with: Picture("picture"), "picture")
    }
  }

  /// One inside the other they would need a stack as deep as there are.
  @Test("Are given in a row to a client that has sent very many behind one that takes its time")
  func held() throws {
    let client = try client(Picture("picture"))
    try client.send(request("/slow") + String(repeating: request(), count: 20_000))
    #expect(try client.nextRequest() == "/slow")
    #expect(try client.received().isEmpty)
    try client.answer(["content-length": "4"], body: "slow")
    #expect(try client.nextRequest() == nil)
    #expect(try client.received().split(separator: "HTTP/1.1 200 OK\r\n").count == 20_001)
  }

  /// Thousands of requests of a client that reads nothing would be answered into memory.
  @Test("Are left to the routes, which wait, where the client takes nothing")
  func unread() throws {
    let long = String(repeating: "x", count: 100_000)
    let client = try client(Picture(long), long)
    client.takesNothing()
    try client.send(request() + request())
    #expect(try client.nextRequest() == "/image/a/b")
  }

  @Test("End the connection where the client has said so, and where it has said all")
  func last() throws {
    let client = try client(Picture("picture"))
    try client.send(request("/image/a/b", "Accept: image/webp\nConnection: close\n"))
    #expect(try client.received().contains("connection: close"))
    client.pass(.seconds(2))
    #expect(!client.isOpen)
    let other = try TimedConnection(repeats: repeats)
    try other.send(request())
    other.endInput()
    #expect(try other.received().hasSuffix("picture"))
    #expect(!other.isOpen)
  }

  @Test("Leave the connection to the time that it may be idle")
  func idle() throws {
    let limits = ConnectionLimits()
    let client = try client(Picture("picture"))
    for _ in 0..<3 {
      client.pass(limits.idle - .seconds(1))
      #expect(client.isOpen)
      try client.send(request())
      #expect(try client.received().hasSuffix("picture"))
    }
    client.pass(limits.idle)
    #expect(!client.isOpen)
  }

  @Test("Are forgotten where there are very many, and come again")
  func many() throws {
    let picture = Picture("picture")
    let client = try TimedConnection(repeats: repeats)
    for number in 0...RepeatedAnswers.entryLimit {
      try client.send(request("/\(number)"))
      #expect(try client.nextRequest() != nil)
      try answer(client, with: picture, "picture")
      _ = try client.received()
    }
    try client.send(request("/0"))
    #expect(try client.nextRequest() == "/0", "forgotten")
    try answer(client, with: picture, "picture")
    try client.send(request("/\(RepeatedAnswers.entryLimit)") + request("/0"))
    #expect(try client.nextRequest() == nil)
  }

  /// They were all forgotten at once, the picture that everybody looks at with those that nobody did.
  @Test("That are asked for again and again stay, however many others come")
  func hot() throws {
    let picture = Picture("picture")
    let client = try TimedConnection(repeats: repeats)
    for number in 0...RepeatedAnswers.entryLimit * 2 {
      try client.send(request("/\(number)"))
      #expect(try client.nextRequest() != nil)
      try answer(client, with: picture, "picture")
      _ = try client.received()
      guard number % 1_000 == 0 else { continue }
      try client.send(request("/0"))
      #expect(try client.nextRequest() == nil, "after \(number)")
      _ = try client.received()
    }
  }
}

@Suite("The time in an answer")
struct DateTextTests {
  @Test(
    "Is written as HTTP has it",
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (951_827_696, "Tue, 29 Feb 2000 12:34:56 GMT"),
    ]
  )
  func written(_ second: Int, _ text: String) {
    var date = DateText()
    #expect(date.at(second) == text)
    #expect(date.at(second) == text)
    #expect(date.at(second + 1) != text)
  }
}
