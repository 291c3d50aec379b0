import GalleryConnections
import NIOCore
import NIOHTTP1

/// One connection's side of HTTP/1 (RFC 9112): hands over its requests one after the other, keeps to the limits of time,
/// and closes where it has been said that it closes.
///
/// What comes behind a request that is being answered is held back. So a route may watch whether the client leaves
/// without taking the next request for its own, as a request behind a chart's was taken, and never answered.
final class HTTPConnection: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private enum Held {
    case part(HTTPServerRequestPart)
    case error(HTTPParserError)
    /// The client will send nothing more.
    case end(ChannelEvent)

    var byteCount: Int {
      switch self {
      case .part(.body(let buffer)): buffer.readableBytes
      case .part(.head(let head)): head.uri.utf8.count + Self.size(of: head.headers)
      case .part(.end(let trailers)): trailers.map(Self.size) ?? 0
      case .error, .end: 0
      }
    }

    /// As it is counted elsewhere, with what a field takes besides its text (RFC 9113, section 6.5.2).
    private static func size(of fields: HTTPHeaders) -> Int {
      fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
    }
  }

  /// How many parts of requests are held back before no more are read, and how many bytes of heads and bodies.
  private static let mostHeld = 64
  private static let mostHeldBytes = 256 << 10

  private let connection: Connection?
  private let phases: ConnectionPhases
  private let bytes: ByteWatch
  private let place: ServedPlace
  private let repeats: RepeatedAnswers?
  private let onRefusal: (_ status: Int, _ time: Duration) -> Void
  private var exchange: HTTPExchange?
  /// The answer to the request that is being read, where the routes need not be asked for it.
  private var repeated: RepeatedAnswers.Answer?
  private var held = CircularBuffer<Held>(initialCapacity: 1)
  private var heldBytes = 0
  private var isTakingHeld = false
  /// Answers that have ended here, and whose end is on its way yet.
  private var endsUnderWay = 0
  /// Whether the routes have nothing more to say, though what was answered without them is on its way.
  private var endsOutput = false
  private var isReadHeld = false
  private var isInputClosed = false

  /// - Parameters:
  ///   - connection: Nil where there is no place for it: it is told so, and closed.
  ///   - place: Whose prefix is taken from the targets of requests, where it is there.
  ///   - repeats: What may be answered without the routes; nil, the default, where all is theirs.
  ///   - onRefusal: Called where this answers itself, because there is no request for the routes to answer.
  init(
    _ connection: Connection?,
    limits: ConnectionLimits,
    bytes: ByteWatch,
    place: ServedPlace = .root,
    repeats: RepeatedAnswers? = nil,
    onRefusal: @escaping (_ status: Int, _ time: Duration) -> Void = { _, _ in }
  ) {
    self.connection = connection
    self.bytes = bytes
    phases = ConnectionPhases(of: connection, limits: limits, bytes: bytes)
    self.place = place
    self.repeats = repeats
    self.onRefusal = onRefusal
  }

  func channelActive(context: ChannelHandlerContext) {
    phases.begin()
    context.fireChannelActive()
    if connection != nil {
      enter(.head, context)
    } else {
      answer(.busy("The server has as many connections as it takes; try again in a moment."), context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    phases.stop()
    connection?.clientHasLeft()
    context.fireChannelInactive()
  }

  // MARK: What the client sends

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    receive(.part(unwrapInboundIn(data)), context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    // No handler above asks for what is thrown away.
    if phase == .closing { context.read() }
  }

  func read(context: ChannelHandlerContext) {
    isReadHeld = held.count >= Self.mostHeld || heldBytes >= Self.mostHeldBytes
    if !isReadHeld { context.read() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case let error as HTTPParserError: receive(.error(error), context)
    // The parser says so of every byte behind its first error.
    case is ByteToMessageDecoderError: break
    default: context.fireErrorCaught(error)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard let end = event as? ChannelEvent, end == .inputClosed else {
      return context.fireUserInboundEventTriggered(event)
    }
    isInputClosed = true
    // A client that has said all it has to say looks the same as one that has left, until something is sent to it. What
    // is being loaded for it ends, and what is ready is sent.
    connection?.clientHasLeft()
    if exchange != nil { return receive(.end(end), context) }
    // What has been answered is still on its way to a client that may well be reading.
    if !isFlushing { context.close(promise: nil) }
  }

  /// Whether the end of an answer is on its way.
  private var isFlushing: Bool {
    exchange == nil && (phase == .answering || phase == .closing && !phases.isTimed)
  }

  private func receive(_ news: Held, _ context: ChannelHandlerContext) {
    guard phase != .closing else { return }
    if held.isEmpty, isInTurn(news) { return take(news, context) }
    held.append(news)
    heldBytes += news.byteCount
  }

  /// Whether it belongs to the request under way, or begins one when there is none.
  private func isInTurn(_ news: Held) -> Bool {
    switch news {
    case .part(.head): exchange == nil
    case .error: exchange?.isReceived != true
    case .part, .end: true
    }
  }

  private func take(_ news: Held, _ context: ChannelHandlerContext) {
    switch news {
    case .part(let part):
      switch part {
      case .head(let head):
        if let problem = head.codingProblem { return answer(problem, context) }
        return begin(head, context)
      case .body: break
      case .end:
        exchange?.isReceived = true
        // Behind the last request nothing is read. A client that asked for another protocol could fill the memory with it.
        bytes.throwsAway = exchange?.isLast == true
        enter(.answering, context)
        if let answer = repeated.take() { return give(answer, context) }
      }
      context.fireChannelRead(wrapInboundOut(part))
    case .error(let error):
      // In the middle of a body its reader has to know.
      if exchange == nil { answer(Problem(error), context) } else { context.fireErrorCaught(error) }
    case .end(let event): context.fireUserInboundEventTriggered(event)
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let local = head.inOriginForm.local(to: place)
    let key = repeats.flatMap { _ in RepeatedAnswers.Key(local) }
    exchange = HTTPExchange(head, key: key)
    // A client that takes nothing is for the routes to wait for.
    if let key, context.channel.isWritable {
      repeated = repeats?.answer(to: local, of: key, by: connection?.peer)
      // Its end comes with it, as it has no body.
      if repeated != nil { return }
    }
    enter(.body, context)
    context.fireChannelRead(wrapInboundOut(.head(local)))
  }

  /// What is held is taken in one loop: an answer that is given at once ends with another call of this, and a client may have
  /// sent thousands of such requests.
  private func takeHeld(_ context: ChannelHandlerContext) {
    guard !isTakingHeld else { return }
    isTakingHeld = true
    while phase != .closing, let next = held.first, isInTurn(next) {
      held.removeFirst()
      heldBytes -= next.byteCount
      take(next, context)
    }
    isTakingHeld = false
    restIfDone(context)
    context.fireChannelReadComplete()
    if isReadHeld { read(context: context) }
  }

  // MARK: What the server answers

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard phase != .closing, exchange != nil else { promise?.succeed(); return }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      // What was offered for this answer must not be taken for the next one's.
      let offered = connection?.takeOffer()
      if let offered, let key = exchange?.key { repeats?.remember(head, to: key, offered) }
      exchange?.answer(&head)
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end: end(data, context, promise)
    }
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext,
    event: Any,
    promise: EventLoopPromise<Void>?
  ) {
    guard event is BodyIsWanted else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    if exchange?.mayAskForBody() == true {
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }
    promise?.succeed()
  }

  /// The routes have nothing more to say.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .output else { return context.close(mode: mode, promise: promise) }
    if phase == .closing { promise?.succeed(); return }
    guard endsUnderWay == 0 else {
      endsOutput = true
      promise?.succeed()
      return
    }
    closeOutput(context, promise)
  }

  private func closeOutput(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    beginClosing()
    context.close(mode: .output, promise: promise)
    enter(.closing, context)
  }

  /// The last part of an answer. The time that it takes to get to the client is part of answering.
  private func end(_ data: NIOAny, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    let closes = exchange?.isLast == true || isInputClosed && held.isEmpty
    let promise = promise ?? context.eventLoop.makePromise()
    context.write(data, promise: promise)
    exchange = nil
    if closes { return closeAfter(promise, context) }
    endsUnderWay += 1
    promise.futureResult.assumeIsolated().whenComplete { [self] _ in
      endsUnderWay -= 1
      restIfDone(context)
    }
    takeHeld(context)
  }

  /// Where the last of all answers has gone out there is nothing to be done before the next request. The end of one before it
  /// closed the connection of a client that had said all it had to say, and cut the others off.
  private func restIfDone(_ context: ChannelHandlerContext) {
    guard endsUnderWay == 0, !isTakingHeld, phase != .closing, context.channel.isActive else { return }
    if endsOutput { return closeOutput(context, nil) }
    guard exchange == nil, phase == .answering else { return }
    if isInputClosed { context.close(promise: nil) } else { enter(.idle, context) }
  }

  /// Answers without the routes, as they have answered before.
  private func give(_ answer: RepeatedAnswers.Answer, _ context: ChannelHandlerContext) {
    var head = answer.head
    exchange?.answer(&head)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil)
    end(wrapOutboundOut(.end(nil)), context, nil)
    context.flush()
    repeats?.answered(answer)
  }

  /// Answers without the routes, and closes.
  private func answer(_ problem: Problem, _ context: ChannelHandlerContext) {
    if exchange == nil { onRefusal(problem.status, Duration(.now() - phases.since)) }
    let promise = context.eventLoop.makePromise(of: Void.self)
    let body = ByteBuffer(string: JSONText.line(problem))
    let head = HTTPResponseHead(problem: problem, length: body.readableBytes)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: promise)
    closeAfter(promise, context)
  }

  private func beginClosing() {
    phases.beginClosing()
    exchange = nil
    held.removeAll()
    heldBytes = 0
  }

  private func closeAfter(_ promise: EventLoopPromise<Void>, _ context: ChannelHandlerContext) {
    beginClosing()
    promise.futureResult.assumeIsolated().whenSuccess { [self] in
      context.close(mode: .output, promise: nil)
      if isInputClosed { return context.close(promise: nil) }
      enter(.closing, context)
      context.read()
    }
  }

  // MARK: Time

  private var phase: ConnectionPhases.Phase { phases.phase }

  private func enter(_ phase: ConnectionPhases.Phase, _ context: ChannelHandlerContext) {
    phases.enter(phase, on: context.eventLoop) { self.timeIsOver(context) }
  }

  private func timeIsOver(_ context: ChannelHandlerContext) {
    switch phase {
    case .head, .body:
      if exchange?.isBegun == true { return context.close(promise: nil) }
      let detail = "The request did not arrive in time; send it faster, or try again on a better line."
      let problem = Problem(status: .requestTimeout, detail: detail)
      let isRead = exchange != nil
      answer(problem, context)
      // The reader of the body would take it for cut off, and have that written down.
      if isRead { context.fireErrorCaught(problem) }
    case .idle, .answering, .closing: context.close(promise: nil)
    }
  }
}
