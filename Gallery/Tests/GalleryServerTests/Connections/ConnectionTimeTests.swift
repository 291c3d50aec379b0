import GalleryConnections
import GalleryServer
import Testing

// Silent, dripping and idle connections were open after three minutes, and would be after a day.
@Suite("The time that a client is given")
struct ConnectionTimeTests {
  private var limits: ConnectionLimits {
    var limits = ConnectionLimits()
    limits.head = .seconds(10)
    limits.body = .seconds(20)
    limits.idle = .seconds(30)
    limits.stall = .seconds(40)
    limits.linger = .seconds(2)
    return limits
  }

  private let request = "GET /a HTTP/1.1\nHost: a\n\n"

  @Test("A silent client is told so, and its connection is closed")
  func silent() throws {
    let client = try TimedConnection(limits)
    client.pass(.seconds(9.9))
    #expect(try client.received().isEmpty)
    client.pass(.seconds(0.1))
    let answer = try client.received()
    #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    #expect(answer.contains("application/problem+json") && answer.contains("connection: close"))
    client.pass(.seconds(2))
    #expect(!client.isOpen)
  }

  @Test("A head that drips has no more time than one that does not come")
  func drippingHead() throws {
    let client = try TimedConnection(limits)
    for character in "GET /a HTT" {
      client.pass(.seconds(0.9))
      try client.send(String(character))
    }
    #expect(try client.received().isEmpty)
    client.pass(.seconds(1))
    #expect(try client.received().hasPrefix("HTTP/1.1 408"))
  }

  @Test("A body that drips has its own time, and no more")
  func drippingBody() throws {
    let client = try TimedConnection(limits)
    client.pass(.seconds(9))
    try client.send("POST /a HTTP/1.1\nHost: a\nContent-Length: 1000\n\n")
    for _ in 1...19 {
      client.pass(.seconds(1))
      try client.send("x")
    }
    #expect(try client.received().isEmpty)
    client.pass(.seconds(1))
    #expect(try client.received().hasPrefix("HTTP/1.1 408"))
  }

  @Test("Between two requests there is the time of an idle connection, and the head of the next has its own")
  func idle() throws {
    let client = try TimedConnection(limits)
    try client.send(request)
    try client.answer()
    client.pass(.seconds(29))
    try client.send("GET")
    client.pass(.seconds(9))
    #expect(client.isOpen)
    client.pass(.seconds(1))
    #expect(try client.received().contains("HTTP/1.1 408"))
  }

  @Test("A connection that is idle for too long is closed without a word")
  func tooIdle() throws {
    let client = try TimedConnection(limits)
    try client.send(request)
    try client.answer()
    _ = try client.received()
    client.pass(.seconds(30))
    #expect(!client.isOpen)
    #expect(try client.received().isEmpty)
  }

  /// A chart may take its deadline, and a stream of events may be silent for as long as it likes.
  @Test("Who waits for an answer is not hurried, nor who listens to one that has begun")
  func waiting() throws {
    let client = try TimedConnection(limits)
    try client.send(request)
    client.pass(.seconds(3600))
    client.beginAnswer()
    client.pass(.seconds(3600))
    client.answer(part: "event", takes: true)
    client.pass(.seconds(3600))
    #expect(client.isOpen)
    #expect(try client.received().contains("event"))
  }

  @Test("A client that takes nothing of its answer is closed")
  func readsNothing() throws {
    let client = try TimedConnection(limits)
    try client.send(request)
    client.beginAnswer()
    client.answer(part: "first", takes: false)
    client.pass(.seconds(49))
    #expect(client.isOpen)
    client.pass(.seconds(1))
    #expect(!client.isOpen)
  }

  /// A picture is one write, which is under way for minutes on a slow line.
  @Test("A client that takes its answer slowly is not")
  func readsSlowly() throws {
    let client = try TimedConnection(limits)
    try client.send(request)
    client.beginAnswer()
    for _ in 1...20 {
      client.answer(part: "a part", takes: false)
      client.pass(.seconds(30))
      client.flush()
    }
    client.pass(.seconds(3600))
    #expect(client.isOpen)
  }

  @Test("Whoever keeps the server waiting is known to, and so is who does not")
  func waits() throws {
    let client = try TimedConnection(limits)
    try client.send(request)
    #expect(client.waits.all == [true, true, false])
    client.beginAnswer()
    client.answer(part: "first", takes: false)
    client.pass(.seconds(20))
    #expect(client.waits.all.last == true, "it takes nothing")
    client.answer(part: "second", takes: true)
    client.pass(.seconds(10))
    #expect(client.waits.all.last == false)
    try client.answer()
    #expect(client.waits.all.last == true, "it is idle")
  }

  @Test("What a client still sends after its last answer is thrown away")
  func afterTheEnd() throws {
    let client = try TimedConnection(limits)
    try client.send("GET /a HTTP/1.1\nHost: a\nConnection: close\n\n")
    #expect(try client.nextRequest() == "/a")
    try client.answer()
    try client.send("GET /b HTTP/1.1\nHost: a\n\n")
    #expect(try client.nextRequest() == nil)
    client.pass(.seconds(2))
    #expect(!client.isOpen)
  }

  @Test("A client for which there is no place is told so, and when to come back")
  func refused() throws {
    let client = try TimedConnection(limits, isRefused: true)
    let answer = try client.received()
    #expect(answer.hasPrefix("HTTP/1.1 503"))
    #expect(answer.contains("retry-after: 1") && answer.contains("application/problem+json"))
    client.pass(.seconds(2))
    #expect(!client.isOpen)
  }
}
