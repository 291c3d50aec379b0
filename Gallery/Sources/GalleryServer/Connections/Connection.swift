import ErrandsLoading
import GalleryJobs
import NIOCore

/// What those who answer a request can know of the connection that it came on, and ask of it.
final class Connection: Sendable {
  private struct State {
    var hasLeft = false
    var lastWaiter = 0
    var waiters: [Int: AsyncStream<Never>.Continuation] = [:]
  }

  /// That of the request that this task answers.
  @TaskLocal static var current: Connection?

  /// The address at the other end, be it a proxy's; nil where the system does not say.
  let peer: IPAddress?
  private let channel: any Channel
  private let state = Lock(State())
  private let onWaiting: @Sendable (Bool) -> Void

  /// - Parameter onWaiting: Called with whether the client keeps the server waiting, when that changes.
  init(channel: any Channel, peer: IPAddress?, onWaiting: @escaping @Sendable (Bool) -> Void) {
    self.channel = channel
    self.peer = peer
    self.onWaiting = onWaiting
  }

  /// Returns when the client has left, or when the waiting task is cancelled.
  func untilClientLeaves() async {
    let (nothing, waiter) = AsyncStream.makeStream(of: Never.self)
    let number: Int? = state.withLock { state in
      if state.hasLeft { return nil }
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = waiter
      return state.lastWaiter
    }
    guard let number else { return }
    for await _ in nothing {}
    // A connection outlives its requests.
    state.withLock { _ = $0.waiters.removeValue(forKey: number) }
  }

  /// Tells a client that waits to be asked for the body of its request to send it (RFC 9110, section 10.1.1).
  func askForBody() { channel.triggerUserOutboundEvent(BodyIsWanted(), promise: nil) }

  func clientHasLeft() {
    let waiters = state.withLock { state in
      state.hasLeft = true
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.finish() }
  }

  func setWaiting(_ isWaiting: Bool) { onWaiting(isWaiting) }
}

/// Somebody is about to read the body of the request under way.
struct BodyIsWanted: Sendable {}
