/// How many connections the server holds, and how long it waits for the clients at their other ends.
///
/// Without them two hundred clients that were silent, or sent a byte now and then, kept their connections for ever.
public struct ConnectionLimits: Sendable {
  /// Connections in all. One more takes the place of the one that has kept the server waiting longest, or is answered
  /// 503 where none does. Default 1024.
  public var count = 1024
  /// Connections of one client; the same. Default 512.
  public var ofOneClient = 512
  /// For the head of a request, from its first byte, or from the beginning of the connection. Default 15 seconds.
  public var head = Duration.seconds(15)
  /// For the body of a request, from its head. Default 60 seconds.
  public var body = Duration.seconds(60)
  /// Between two requests. Default 60 seconds.
  public var idle = Duration.seconds(60)
  /// How long a client may take nothing of an answer that is ready for it. Default 60 seconds.
  public var stall = Duration.seconds(60)
  /// How long what a client still sends is read and thrown away, once it has got its last answer: a connection that is
  /// closed with bytes unread takes the answer back (RFC 9112, section 9.6). Default 2 seconds.
  public var linger = Duration.seconds(2)
  /// Proxies that are trusted to name the clients for which they ask, and may have any number of connections. Default
  /// none.
  public var proxies: TrustedProxies = []

  public init() {}
}
