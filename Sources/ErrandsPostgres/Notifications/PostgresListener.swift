import CPostgres
import Errands
import Foundation

/// Hears what is told by `NOTIFY`, on a connection and a thread of its own.
///
/// What is told while there is no connection is lost: PostgreSQL keeps nothing for those that do not listen. So after each
/// connection, the first one too, ``Event/mayHaveMissed`` comes first: whoever listens looks at the rows then, which are
/// the truth, and takes a notification for a hint to look again.
///
/// It ends when it is let go of.
public final class PostgresListener: Sendable {
  /// What is heard.
  public enum Event: Sendable, Hashable {
    /// From here on everything is heard; what was told before may have been missed.
    case mayHaveMissed
    /// Something was told on a channel, with a text of less than 8,000 bytes.
    case notification(channel: String, text: String)
    /// There is no connection any more, and another is being made.
    case lost(PostgresError)
  }

  private let thread: ListenerThread

  /// Why it has no connection now, so that it hears nothing; nil where it has one, and before its first try.
  public var error: PostgresError? { thread.lost.withLock { $0 } }

  /// Listens from now on.
  ///
  /// - Parameters:
  ///   - channels: By their names as they stand in `NOTIFY`, in lower case.
  ///   - beginning: A statement that each of its connections begins with, such as one that takes a lock for as long as the
  ///     connection lives. Default none.
  ///   - handler: Called on the listener's thread, with one event after the other; what it does holds up the next.
  public init(
    _ address: PostgresAddress,
    channels: [String],
    beginning: String? = nil,
    handler: @escaping @Sendable (Event) -> Void
  ) {
    thread = ListenerThread(address, channels, beginning, handler)
    Thread.detachNewThread { [thread] in thread.run() }
  }

  deinit { thread.stop() }
}

/// The listener's thread, which outlives the listener by what it is doing.
private final class ListenerThread: Sendable {
  /// How long there is between two tries of a connection, in milliseconds: at first, and at most.
  private static let pauses: ClosedRange<Int32> = 50...2_000

  private let address: PostgresAddress
  private let channels: [String]
  private let beginning: String?
  private let handler: @Sendable (PostgresListener.Event) -> Void
  /// Closing the one end wakes the thread, which waits at the other.
  private let wake: Pipe
  let lost = Lock<PostgresError?>(nil)

  init(
    _ address: PostgresAddress,
    _ channels: [String],
    _ beginning: String?,
    _ handler: @escaping @Sendable (PostgresListener.Event) -> Void
  ) {
    self.address = address
    self.channels = channels
    self.beginning = beginning
    self.handler = handler
    wake = Pipe()
  }

  func stop() {
    try? wake.fileHandleForWriting.close()
  }

  func run() {
    var pause = Self.pauses.lowerBound
    while true {
      do {
        try listen { pause = Self.pauses.lowerBound }
      } catch {
        let error = error as? PostgresError ?? .connectionLost(reason: "\(error)")
        lost.withLock { $0 = error }
        handler(.lost(error))
      }
      // Not longer than until it is stopped.
      if readable([wake.fileHandleForReading.fileDescriptor], within: pause)[0] { return }
      pause = min(2 * pause, Self.pauses.upperBound)
    }
  }

  /// Until the connection is lost, which it throws, or the listener is stopped.
  private func listen(_ isConnected: () -> Void) throws {
    let connection = try PostgresConnection(address, patience: .seconds(5))
    if let beginning { try connection.script(beginning) }
    for channel in channels {
      try connection.script("LISTEN \"\(channel.replacing("\"", with: "\"\""))\"")
    }
    isConnected()
    lost.withLock { $0 = nil }
    handler(.mayHaveMissed)
    repeat {
      for (channel, text) in try connection.notifications() {
        handler(.notification(channel: channel, text: text))
      }
    } while !readable([connection.socket, wake.fileHandleForReading.fileDescriptor], within: -1)[1]
  }
}

extension PostgresConnection {
  /// What has been told since the last look; it does not wait.
  fileprivate func notifications() throws(PostgresError) -> [(channel: String, text: String)] {
    try take { connection in
      var told: [(String, String)] = []
      while let notification = PQnotifies(connection) {
        told.append(
          (String(cString: notification.pointee.relname), String(cString: notification.pointee.extra))
        )
        PQfreemem(notification)
      }
      return told
    }
  }
}
