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
  /// When the time of the phase is over; nil where it has none.
  private var end: NIODeadline?
  /// What looks at the time, and when. It is left as it is where the next phase ends later, for then it looks again: to make
  /// one for each phase of thousands of requests a second is a twentieth of all that is done.
  private var timer: (look: Scheduled<Void>, at: NIODeadline)?

  package init(of connection: Connection?, limits: ConnectionLimits, bytes: ByteWatch) {
    self.connection = connection
    self.limits = limits
    self.bytes = bytes
  }

  /// Whether the time of the phase is running.
  package var isTimed: Bool { end != nil }

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
    bytes.whenBytesCome =
      phase == .idle
      ? { [unowned self] in if self.phase == .idle { enter(.head, on: loop, timeIsOver: timeIsOver) } }
      : nil
    connection?.setWaiting(phase != .answering)
    end = limit(of: phase).map { loop.now + TimeAmount($0) }
    if let end, timer.map({ $0.at > end }) ?? true { look(at: end, on: loop, timeIsOver) }
  }

  private func look(at time: NIODeadline, on loop: any EventLoop, _ timeIsOver: @escaping () -> Void) {
    timer?.look.cancel()
    let task = loop.assumeIsolated().scheduleTask(deadline: time) { [self] in
      timer = nil
      guard let end else { return }
      if end > loop.now { look(at: end, on: loop, timeIsOver) } else { timeIsOver() }
    }
    timer = (task, time)
  }

  /// The end has begun, and its time has not.
  package func beginClosing() {
    stop()
    phase = .closing
  }

  package func stop() {
    timer?.look.cancel()
    (timer, end) = (nil, nil)
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
