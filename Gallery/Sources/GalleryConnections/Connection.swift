import ErrandsLoading
import Foundation
import GalleryJobs
import NIOCore

/// What a route that answers a request can know of the connection that it came on, and ask of it.
package final class Connection: Sendable {
  private struct State {
    var hasLeft = false
    var repeatable: RepeatableBody?
    var lastWaiter = 0
    var waiters: [Int: @Sendable () -> Void] = [:]
  }

  /// That of the request that this task answers.
  @TaskLocal package static var current: Connection?

  /// The address at the other end, be it a proxy's; nil where the system does not say.
  package let peer: IPAddress?
  private let channel: any Channel
  private let state = Lock(State())
  private let onWaiting: @Sendable (Bool) -> Void

  /// - Parameter onWaiting: Called with whether the client keeps the server waiting, when that changes.
  package init(channel: any Channel, peer: IPAddress?, onWaiting: @escaping @Sendable (Bool) -> Void) {
    self.channel = channel
    self.peer = peer
    self.onWaiting = onWaiting
  }

  package var hasClientLeft: Bool { state.withLock { $0.hasLeft } }

  /// Returns when the client has left, or when the waiting task is cancelled.
  package func untilClientLeaves() async {
    let (nothing, waiter) = AsyncStream.makeStream(of: Never.self)
    let watch = onLeaving { waiter.finish() }
    defer { watch.end() }
    for await _ in nothing {}
  }

  /// Calls `told` when the client leaves, and at once where it has left before, for as long as the watch has not ended. For
  /// what ends by itself once it is told: it needs no task beside it that waits, of which a connection keeps kilobytes.
  package func onLeaving(_ told: @escaping @Sendable () -> Void) -> LeavingWatch {
    let number: Int? = state.withLock { state in
      if state.hasLeft { return nil }
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = told
      return state.lastWaiter
    }
    if number == nil { told() }
    return LeavingWatch(connection: self, number: number)
  }

  /// A connection outlives its requests. What it calls is let go of outside the lock.
  fileprivate func end(_ number: Int) { _ = state.withLock { $0.waiters.removeValue(forKey: number) } }

  /// Tells a client that waits to be asked for the body of its request to send it (RFC 9110, section 10.1.1).
  package func askForBody() { channel.triggerUserOutboundEvent(BodyIsWanted(), promise: nil) }

  /// The answer that follows, to this request, may be given again without asking the route, for as long as this gives its
  /// bytes.
  package func offer(_ body: @escaping RepeatableBody) { state.withLock { $0.repeatable = body } }

  /// What has been offered for the answer that begins, once.
  package func takeOffer() -> RepeatableBody? { state.withLock { $0.repeatable.take() } }

  package func clientHasLeft() {
    let waiters = state.withLock { state in
      state.hasLeft = true
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter() }
  }

  package func setWaiting(_ isWaiting: Bool) { onWaiting(isWaiting) }
}

/// What waits for a client to leave, until it is ended.
package struct LeavingWatch: Sendable {
  fileprivate let connection: Connection
  /// Nil where the client had left.
  fileprivate let number: Int?

  package func end() { if let number { connection.end(number) } }
}

/// The bytes of an answer that stays the same, and how many seconds ago they came where they came from; nil once they are
/// gone, too old, or others. Asked on event loops, so it must not block.
package typealias RepeatableBody = @Sendable () -> (bytes: Data, age: String?)?

/// A route is about to read the body of the request under way.
package struct BodyIsWanted: Sendable {}
