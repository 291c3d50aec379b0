import ErrandsTesting
import GalleryConnections
import Testing

@testable import GalleryServer

@Suite("Requests on one connection")
struct ConnectionOrderTests {
  private func request(_ path: String, _ fields: String = "") -> String {
    "GET \(path) HTTP/1.1\nHost: a\n\(fields)\n"
  }

  /// Whoever watched for the client's leaving took the next request for a sign of it, and it was never answered.
  @Test("Requests that come together are handed over one after the other")
  func pipelined() throws {
    let client = try TimedConnection()
    try client.send(request("/1") + request("/2") + request("/3"))
    for path in ["/1", "/2", "/3"] {
      #expect(try client.nextRequest() == path)
      #expect(try client.nextRequest() == nil)
      try client.answer(["content-length": "2"], body: path)
    }
    let answers = try client.received().split(separator: "HTTP/1.1 200 OK\r\n")
    #expect(answers.map { $0.suffix(2) } == ["/1", "/2", "/3"])
    #expect(client.isOpen)
  }

  @Test("A thousand requests at once are answered in their order, and no more are read than can be held")
  func many() throws {
    let client = try TimedConnection()
    try client.send((1...1000).map { request("/\($0)") }.joined())
    for number in 1...1000 {
      #expect(try client.nextRequest() == "/\(number)")
      try client.answer()
    }
    #expect(try client.nextRequest() == nil)
  }

  @Test("What follows a request that closes is not answered")
  func closing() throws {
    let client = try TimedConnection()
    try client.send(request("/1", "Connection: close\n") + request("/2"))
    #expect(try client.nextRequest() == "/1")
    try client.answer()
    #expect(try client.nextRequest() == nil)
    #expect(try client.received().contains("connection: close"))
  }

  /// The parser gives nothing of what comes behind such a request, and kept all of it: the next request was never answered, and
  /// one client could fill the memory while it listened to events.
  @Test(
    "A request that may leave for another protocol is the last, and what comes behind it is thrown away",
    arguments: [
      "GET /1 HTTP/1.1\nHost: a\nConnection: Upgrade, HTTP2-Settings\nUpgrade: h2c\nHTTP2-Settings: AAMAAABk\n\n",
      "POST /1 HTTP/1.1\nHost: a\nConnection: upgrade\nUpgrade: websocket\nContent-Length: 4\n\nbody",
      "CONNECT a:1 HTTP/1.1\nHost: a:1\n\n",
    ]
  )
  func upgrade(_ request: String) throws {
    let client = try TimedConnection()
    #expect(!client.bytes.throwsAway)
    try client.send(request)
    #expect(try client.nextRequest() != nil)
    #expect(client.bytes.throwsAway)
    try client.send(self.request("/2"))
    #expect(try client.nextRequest() == nil)
    try client.answer()
    #expect(try client.received().contains("connection: close"))
    #expect(try client.nextRequest() == nil)
    client.pass(.seconds(2))
    #expect(!client.isOpen)
  }

  /// As many parts as are held may be of 64 KB each, for each of a client's event streams.
  @Test("Of a body behind a request that is being answered no more is read than a few parts")
  func heldBody() throws {
    let client = try TimedConnection()
    try client.send(request("/1"))
    #expect(try client.nextRequest() == "/1")
    try client.send(
      "POST /2 HTTP/1.1\nHost: a\nContent-Length: 1000000\n\n" + String(repeating: "a", count: 200_000)
    )
    _ = client.readCount()
    client.read()
    #expect(client.readCount() == 1)
    try client.send(String(repeating: "a", count: 100_000))
    _ = client.readCount()
    client.read()
    #expect(client.readCount() == 0)
    try client.answer()
    #expect(client.readCount() >= 1)
    try client.send(String(repeating: "a", count: 700_000))
    #expect(try client.nextRequest() == "/2")
    #expect(try client.received().contains("200 OK"))
  }

  /// Only bodies were counted: behind each event stream there was room for thirty of them, of 80 KB each.
  @Test("Of large heads behind a request that is being answered no more are read than a few")
  func heldHeads() throws {
    let client = try TimedConnection()
    try client.send(request("/1"))
    #expect(try client.nextRequest() == "/1")
    let large = "X-Large: " + String(repeating: "a", count: 60_000)
    for number in 2...4 { try client.send("GET /\(number) HTTP/1.1\nHost: a\n\(large)\n\n") }
    _ = client.readCount()
    client.read()
    #expect(client.readCount() == 1)
    for number in 5...6 { try client.send("GET /\(number) HTTP/1.1\nHost: a\n\(large)\n\n") }
    _ = client.readCount()
    client.read()
    #expect(client.readCount() == 0)
    for number in 2...6 {
      try client.answer()
      #expect(try client.nextRequest() == "/\(number)")
    }
    #expect(client.readCount() >= 1)
  }

  @Test("An answer that says that it closes does")
  func saysClose() throws {
    let client = try TimedConnection()
    try client.send(request("/1"))
    try client.answer(["content-length": "2", "connection": "close"])
    client.pass(.seconds(2))
    #expect(!client.isOpen)
  }

  @Test(
    "HTTP/1.0 is closed, unless it is asked to stay and the answer says how long it is",
    arguments: [
      ("", ["content-length": "2"], "close"),
      ("Connection: keep-alive\n", ["content-length": "2"], "keep-alive"),
      ("Connection: keep-alive\n", [:], "close"),
    ]
  )
  func old(_ field: String, _ fields: [String: String], _ expected: String) throws {
    let client = try TimedConnection()
    try client.send("GET / HTTP/1.0\nHost: a\n\(field)\n")
    try client.answer(.init(fields.map { ($0, $1) }))
    let answer = try client.received()
    #expect(answer.hasPrefix("HTTP/1.0 200 OK\r\n"))
    #expect(answer.contains("connection: \(expected)\r\n") && !answer.contains("chunked"))
    #expect(answer.hasSuffix("\r\n\r\nok"))
    client.pass(.seconds(2))
    #expect(client.isOpen == (expected == "keep-alive"))
  }

  @Test("An answer to a request that has not been read to its end closes")
  func unread() throws {
    let client = try TimedConnection()
    try client.send("POST / HTTP/1.1\nHost: a\nContent-Length: 100\n\nbegin")
    try client.answer()
    #expect(try client.received().contains("connection: close"))
    try client.send("the rest, which looks like GET /2 HTTP/1.1\n\n")
    client.pass(.seconds(2))
    #expect(!client.isOpen)
  }

  @Test("A client that waits to be asked for its body is asked when somebody wants it, once")
  func expects() throws {
    let client = try TimedConnection()
    try client.send("POST / HTTP/1.1\nHost: a\nContent-Length: 2\nExpect: 100-Continue\n\n")
    #expect(try client.received().isEmpty)
    client.connection.askForBody()
    client.connection.askForBody()
    #expect(try client.received() == "HTTP/1.1 100 Continue\r\n\r\n")
    try client.send("ok")
    #expect(try client.nextRequest() == "/")
    try client.answer()
    #expect(try client.received().hasPrefix("HTTP/1.1 200 OK"))
  }

  @Test(
    "Nobody else is asked",
    arguments: [
      "HTTP/1.1\nHost: a\nContent-Length: 2\n\n", "HTTP/1.0\nExpect: 100-continue\nContent-Length: 2\n\n",
    ]
  )
  func expectsNothing(_ rest: String) throws {
    let client = try TimedConnection()
    try client.send("POST / " + rest)
    client.connection.askForBody()
    #expect(try client.received().isEmpty)
  }

  @Test("What is no HTTP is a problem, behind the answers to what was")
  func garbage() throws {
    let client = try TimedConnection()
    try client.send(request("/1") + "nonsense\n\n")
    #expect(try client.nextRequest() == "/1")
    #expect(try client.received().isEmpty)
    try client.answer()
    let answers = try client.received()
    #expect(answers.hasPrefix("HTTP/1.1 200 OK"))
    #expect(answers.contains("HTTP/1.1 400 Bad Request") && answers.contains("application/problem+json"))
    client.pass(.seconds(2))
    #expect(!client.isOpen)
  }

  @Test("A client that will send nothing more has left, and gets what it has asked for")
  func halfClosed() async throws {
    let client = try TimedConnection()
    try client.send(request("/1") + request("/2"))
    client.endInput()
    await client.connection.untilClientLeaves()
    for path in ["/1", "/2"] {
      #expect(try client.nextRequest() == path)
      try client.answer()
    }
    #expect(!client.isOpen)
  }

  /// As `nc -N` does: it has said all that it has to say, and reads.
  @Test(
    "A client that will send nothing more gets the whole of an answer that is on its way",
    arguments: ["", "Connection: close\n"]
  )
  func halfClosedWhileAnswered(_ field: String) throws {
    let client = try TimedConnection()
    try client.send(request("/1", field))
    try client.answer(takes: false)
    client.endInput()
    #expect(client.isOpen)
    client.flush()
    #expect(try client.received().hasSuffix("\r\n\r\nok"))
    #expect(!client.isOpen)
  }

  @Test("Many who wait for one client to leave all hear of it, and a cancelled one waits no longer")
  func departure() async throws {
    let client = try TimedConnection()
    let connection = client.connection
    let cancelled = Task { await connection.untilClientLeaves() }
    cancelled.cancel()
    await cancelled.value
    let waiting = (1...3).map { _ in Task { await connection.untilClientLeaves() } }
    client.endInput()
    for one in waiting { await one.value }
    await connection.untilClientLeaves()
  }

  /// A listener's events ended by a task that waited beside it, and that cost more than all the rest of a listener.
  @Test("What ends by itself is told that the client leaves, also where it has left, and not behind the work")
  func told() throws {
    let client = try TimedConnection()
    let connection = client.connection
    let told = Events<Int>()
    connection.onLeaving { told.record(1) }.end()
    let watch = connection.onLeaving { told.record(2) }
    client.endInput()
    #expect(told.all == [2])
    watch.end()
    connection.onLeaving { told.record(3) }.end()
    #expect(told.all == [2, 3])
  }
}
