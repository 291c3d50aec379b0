import NIOCore

/// What a connection waits for, and how long: each phase has its limit. To be touched on the connection's event loop.
package final class ConnectionPhases {
  package enum Phase { case idle, head, body, answering, closing }

  package private(set) var phase = Phase.head
  /// When the phase began.
  package private(set) var since = NIODeadline.now()
  private let connection: Connection?
  private let limits: ConnectionLimits
  private let bytes: ByteWatch
  private var timer: Scheduled<Void>?

  package init(of connection: Connection?, limits: ConnectionLimits, bytes: ByteWatch) {
    self.connection = connection
    self.limits = limits
    self.bytes = bytes
  }

  /// Whether the time of the phase is running.
  package var isTimed: Bool { timer != nil }

  /// The connection is there: from now on it is known whether the client keeps the server waiting.
  package func begin() {
    bytes.whenQuiet = { [unowned self] in connection?.setWaiting($0 || phase != .answering) }
  }

  /// With the first bytes of a request idleness becomes the phase of a head by itself.
  ///
  /// - Parameter timeIsOver: Called where the limit of the phase passes, or of the head's that follows so.
  package func enter(_ phase: Phase, on loop: any EventLoop, timeIsOver: @escaping () -> Void) {
    self.phase = phase
    since = .now()
    stop()
    bytes.whenBytesCome =
      phase == .idle
      ? { [unowned self] in if self.phase == .idle { enter(.head, on: loop, timeIsOver: timeIsOver) } }
      : nil
    connection?.setWaiting(phase != .answering)
    guard let limit = limit(of: phase) else { return }
    timer = loop.assumeIsolated().scheduleTask(in: TimeAmount(limit), timeIsOver)
  }

  /// The end has begun, and its time has not.
  package func beginClosing() {
    stop()
    phase = .closing
  }

  package func stop() {
    timer?.cancel()
    timer = nil
  }

  private func limit(of phase: Phase) -> Duration? {
    switch phase {
    case .idle: limits.idle
    case .head: limits.head
    case .body: limits.body
    case .answering: nil
    case .closing: limits.linger
    }
  }
}
