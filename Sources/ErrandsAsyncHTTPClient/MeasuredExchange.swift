import AsyncHTTPClient
import ErrandsLoading
import NIOCore
import NIOHTTP1

/// What an ``ExchangeTimer`` has seen of one exchange, as the text of a field.
struct MeasuredExchange: Equatable {
  /// No server can send a field of this name: a name has no space in it (RFC 9110, section 5.1), and the parser of answers
  /// refuses one that has.
  static let field = "errands exchange"

  let sent: NIODeadline
  let answered: NIODeadline
  /// How many requests the connection has carried, with this one.
  let count: Int
  let made: NIODeadline
  let peer: TransportPeer

  static func suffix(_ peer: TransportPeer, made: NIODeadline) -> String {
    let address = peer.address.bytes.map(String.init).joined(separator: ".")
    return "\(made.uptimeNanoseconds) \(peer.port) \(address)"
  }

  static func text(sent: NIODeadline, answered: NIODeadline, count: Int, _ suffix: String) -> String {
    "\(sent.uptimeNanoseconds) \(answered.uptimeNanoseconds) \(count) \(suffix)"
  }

  /// Nil for what no timer has written.
  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 6, let sent = UInt64(parts[0]), let answered = UInt64(parts[1]),
      let count = Int(parts[2]), let made = UInt64(parts[3]), let port = Int(parts[4]),
      let address = IPAddress(bytes: parts[5].split(separator: ".").compactMap { UInt8($0) })
    else { return nil }
    self.sent = .uptimeNanoseconds(sent)
    self.answered = .uptimeNanoseconds(answered)
    self.count = count
    self.made = .uptimeNanoseconds(made)
    peer = TransportPeer(address: address, port: port)
  }

  /// As the caller of the transport sees it, who called at `begin`.
  func timings(since begin: NIODeadline) -> TransportTimings {
    TransportTimings(
      waited: .nanoseconds((sent - begin).nanoseconds),
      connected: count == 1 && made >= begin ? .nanoseconds((made - begin).nanoseconds) : nil,
      answered: .nanoseconds((answered - sent).nanoseconds),
      isReused: count > 1
    )
  }
}

extension HTTPHeaders {
  /// Takes out what was measured; nil where nothing was.
  mutating func takeExchange() -> MeasuredExchange? {
    guard let text = first(name: MeasuredExchange.field) else { return nil }
    remove(name: MeasuredExchange.field)
    return MeasuredExchange(text)
  }
}

extension TransportPeer {
  init?(_ address: SocketAddress) {
    guard let port = address.port, let address = address.ipAddressBytes else { return nil }
    self.init(address: address, port: port)
  }
}
