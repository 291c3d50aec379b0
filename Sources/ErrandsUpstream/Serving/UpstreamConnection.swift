import Foundation
import NIOCore
import NIOHTTP1

/// A connection of the server. It keeps reading while it answers: that is how it learns at once that the
/// client has left. Requests that come in the meantime wait their turn. All of it happens on the connection's
/// event loop.
final class UpstreamConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = ByteBuffer

  /// A request that is being answered.
  private struct Answer {
    let request: RecordedRequest
    let script: Task<Void, Never>
    var ending: Ending?
    var isGiven = false
    var isBroken = false
    var isClosedByClient = false
  }

  /// A client that sends request upon request without reading answers is turned away before it fills the
  /// memory.
  private static let requestsWaitingAtMost = 128

  private let server: UpstreamServer
  private let inlet: Inlet
  private var number = 0
  private var incoming: IncomingRequest?
  private var waiting: [IncomingRequest] = []
  private var answer: Answer?
  private var isClosing = false
  /// Whether the server has closed the connection of its own accord.
  private var isClosedByServer = false
  /// Whether something came that is no request: it is refused when those before it are answered.
  private var owesRefusal = false
  /// Whether the connection closes behind the latest request that has begun to come.
  private var isLast = false
  /// Whether a client waits to be told to send its content.
  private var owesContinue = false

  /// - Parameter inlet: Where the connection's bytes come in.
  init(server: UpstreamServer, inlet: Inlet) {
    self.server = server
    self.inlet = inlet
  }

  func channelActive(context: ChannelHandlerContext) {
    let channel = context.channel
    if let number = server.ledger.update({ $0.accept(channel) }) {
      self.number = number
    } else {
      close(context)
    }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    isClosing = true
    waiting.removeAll()
    breakAnswer()
    server.ledger.update { [number] in $0.close(connection: number) }
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      var request = IncomingRequest(head, connection: number)
      if request.hasContent { request.earlyAnswer = server.answeringEarly?(request.recorded) }
      incoming = request
      isLast = !request.wantsConnectionKept
      owesContinue = request.expectsContinue && !request.isAnsweredEarly
      tellToContinue(context)
      answerEarly(context)
    case .body(let bytes):
      // A client that sends without having been told to need not be told.
      owesContinue = false
      server.ledger.update { $0.receive(bytes: bytes.readableBytes) }
      incoming?.take(bytes, keeping: server.bodyBytesKept)
      answerEarly(context)
    case .end(let trailers):
      // Behind the last bytes of a request there is nothing to send any more.
      owesContinue = false
      // What comes behind the last request is read by nobody, and would be kept.
      if isLast { inlet.isShut = true }
      // What was answered early is there no longer.
      guard var request = incoming.take() else { return }
      request.end(trailers: trailers)
      admit(request, context)
    }
  }

  private func answerEarly(_ context: ChannelHandlerContext) {
    guard incoming?.isAnsweredEarly == true, let request = incoming.take() else { return }
    admit(request, context)
  }

  /// The request goes on record and waits for its turn to be answered.
  private func admit(_ request: IncomingRequest, _ context: ChannelHandlerContext) {
    guard waiting.count < Self.requestsWaitingAtMost else { return close(context) }
    var request = request
    request.recorded = server.ledger.update { [request] in $0.record(request.recorded) }
    waiting.append(request)
    answerNext(context)
  }

  /// Tells the client to send its content, but not before the answers to its earlier requests are out: it would come in
  /// the middle of them.
  private func tellToContinue(_ context: ChannelHandlerContext) {
    guard owesContinue, answer == nil, waiting.isEmpty, !isClosing else { return }
    owesContinue = false
    let interim = ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")
    context.writeAndFlush(wrapOutboundOut(interim), promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError else {
      isClosing = true
      return context.close(promise: nil)
    }
    inlet.isShut = true
    incoming = nil
    owesRefusal = true
    refuse(context)
  }

  /// Refuses what is no request, but not before the requests that came before it are answered.
  private func refuse(_ context: ChannelHandlerContext) {
    guard owesRefusal, answer == nil, waiting.isEmpty, !isClosing else { return }
    let refusal = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: refusal)), promise: nil)
    close(context)
  }

  private func close(_ context: ChannelHandlerContext) {
    isClosing = true
    isClosedByServer = true
    context.close(promise: nil)
  }
}

extension UpstreamConnection {
  private func answerNext(_ context: ChannelHandlerContext) {
    guard answer == nil, !isClosing, !waiting.isEmpty else { return }
    let request = waiting.removeFirst()
    let channel = context.channel
    let here = NIOLoopBound((connection: self, context: context), eventLoop: context.eventLoop)
    server.ledger.update { $0.beginAnswer() }
    let script = Task { [server] in
      let ending = await server.answer(request, on: channel)
      channel.eventLoop.execute { here.value.connection.finishAnswer(ending, here.value.context) }
    }
    answer = Answer(request: request.recorded, script: script)
  }

  /// Writes the last bytes. Only when the socket has taken them is the answer complete; should the connection
  /// go away before, `channelInactive` concludes it.
  private func finishAnswer(_ ending: Ending, _ context: ChannelHandlerContext) {
    answer?.ending = ending
    guard answer?.isBroken == false else { return concludeAnswer() }
    if ending.fate == .broken {
      // A write fails where the client has left, also before the connection is told of that.
      if context.channel.isActive { close(context) }
      return
    }
    let lastBytes = ending.last.readableBytes
    answer?.isGiven = true
    answer?.ending?.written += lastBytes
    server.ledger.update { $0.giveAnswer(lastBytes: lastBytes) }
    context.writeAndFlush(wrapOutboundOut(ending.last)).assumeIsolated().whenSuccess {
      self.concludeAnswer()
      switch ending.fate {
      case .keepConnection:
        context.triggerUserOutboundEvent(AnswerEnded(), promise: nil)
        self.answerNext(context)
        self.tellToContinue(context)
        self.refuse(context)
      case .close, .broken: self.close(context)
      case .reset: self.reset(context)
      }
    }
  }

  /// The connection is gone. A script that still runs is cancelled and concludes the answer when it has
  /// ended.
  private func breakAnswer() {
    guard let answer else { return }
    self.answer?.isBroken = true
    self.answer?.isClosedByClient = server.ledger.update { [isClosedByServer] in
      $0.breakAnswer(wasGiven: answer.isGiven, byServer: isClosedByServer)
    }
    answer.script.cancel()
    if answer.ending != nil { concludeAnswer() }
  }

  private func concludeAnswer() {
    guard let answer = answer.take(), let ending = answer.ending else { return }
    server.end(
      Exchange(
        number: answer.request.number,
        method: answer.request.method,
        path: answer.request.path,
        status: ending.status,
        bytes: ending.written,
        closedEarly: answer.isClosedByClient
      )
    )
  }

  /// Closing a socket that lingers for no time makes the kernel send a reset in place of a farewell.
  private func reset(_ context: ChannelHandlerContext) {
    isClosing = true
    guard let options = context.channel as? any SocketOptionProvider else { return close(context) }
    options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete { _ in
      context.close(promise: nil)
    }
  }
}
