import ErrandsLoading
import GalleryJobs
import NIOCore

/// The connections that are open.
package final class Connections: Sendable {
  /// How many of those without a place may be open at once, to be told so. More are closed without a word.
  private static let mostRefused = 64

  private let table: Lock<ConnectionTable<any Channel, NIODeadline>>
  private let open = Lock([ObjectIdentifier: Connection]())
  private let refused = Lock(0)
  private let proxies: TrustedProxies

  package init(limits: ConnectionLimits) {
    table = Lock(ConnectionTable(most: limits.count, mostOfOne: limits.ofOneClient))
    proxies = limits.proxies
  }

  package var count: Int { table.withLock { $0.count } }

  /// The connection of a channel; nil for one that has no place, and once it has closed.
  package subscript(channel: any Channel) -> Connection? {
    open.withLock { $0[ObjectIdentifier(channel)] }
  }

  /// Takes a new connection in, for which another one may be closed; nil where there is no place for it.
  package func admit(_ channel: any Channel) -> Connection? {
    let peer = channel.remoteAddress.flatMap { IPAddress($0) }
    let client = peer.flatMap { proxies.contains($0) ? nil : ClientAddress($0) }
    let admission = table.withLock { $0.admit(channel, of: client, at: .now()) }
    guard case .admitted(let number, let evicted) = admission else {
      refuse(channel)
      return nil
    }
    evicted?.close(promise: nil)
    let connection = Connection(channel: channel, peer: peer) { [self] isWaiting in
      table.withLock { $0.setWaiting(number, since: isWaiting ? .now() : nil) }
    }
    open.withLock { $0[ObjectIdentifier(channel)] = connection }
    channel.closeFuture.whenComplete { [self, channel = ObjectIdentifier(channel)] _ in
      table.withLock { _ = $0.remove(number) }
      _ = open.withLock { $0.removeValue(forKey: channel) }
    }
    return connection
  }

  private func refuse(_ channel: any Channel) {
    let count = refused.withLock { count in
      count += 1
      return count
    }
    channel.closeFuture.whenComplete { [self] _ in refused.withLock { $0 -= 1 } }
    if count > Self.mostRefused { channel.close(promise: nil) }
  }
}
