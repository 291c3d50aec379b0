import Errands
import NIOCore

/// What the connections of a server share.
final class UpstreamServer: Sendable {
  let ledger: Monitor<Ledger>
  let bodyBytesKept: Int
  let answeringEarly: (@Sendable (RecordedRequest) -> EarlyAnswer?)?
  private let respond: @Sendable (RecordedRequest) async throws -> Script
  private let shaping: Shaping
  private let clock: any Clock<Duration>
  private let onExchange: (@Sendable (Exchange) -> Void)?

  init(
    shaping: Shaping,
    clock: any Clock<Duration>,
    requestsKept: Int,
    bodyBytesKept: Int,
    answeringEarly: (@Sendable (RecordedRequest) -> EarlyAnswer?)?,
    onExchange: (@Sendable (Exchange) -> Void)?,
    respond: @escaping @Sendable (RecordedRequest) async throws -> Script
  ) {
    ledger = Monitor(Ledger(requestsKept: requestsKept))
    self.shaping = shaping
    self.clock = clock
    self.bodyBytesKept = bodyBytesKept
    self.answeringEarly = answeringEarly
    self.onExchange = onExchange
    self.respond = respond
  }

  /// Plays the script for this request up to its last bytes.
  func answer(_ request: IncomingRequest, on channel: any Channel) async -> Ending {
    let script =
      if let early = request.earlyAnswer { early.script } else { await script(for: request.recorded) }
    guard !Task.isCancelled else { return Ending(fate: .broken) }
    return await play(script, answering: request, on: channel, clock: clock)
  }

  private func script(for request: RecordedRequest) async -> Script {
    do {
      return try await respond(request)
    } catch {
      return .status(500, headers: ["Content-Type": "text/plain; charset=utf-8"], text: "\(error)")
    }
  }

  private func play(
    _ script: Script,
    answering request: IncomingRequest,
    on channel: any Channel,
    clock: some Clock<Duration>
  ) async -> Ending {
    var playback = Playback(
      script,
      plan: ResponsePlan(script, answering: request),
      shaping: script.shaping ?? shaping,
      clock: clock
    ) { [ledger] bytes in
      ledger.update { $0.count(bytes: bytes.readableBytes) }
      try await channel.writeAndFlush(bytes).get()
    }
    return await playback.play()
  }

  /// Writes the end of an exchange to the log, and books it.
  func end(_ exchange: Exchange) {
    onExchange?(exchange)
    ledger.update { $0.endScript() }
  }

  /// Takes no more connections and closes those there are, which ends what they are doing.
  func stop() {
    for channel in ledger.update({ $0.stop() }) { channel.close(promise: nil) }
  }
}
