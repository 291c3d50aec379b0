import Dispatch
import Foundation

/// A client that sends and sees bytes, and nothing but bytes: what the server does must not be seen through
/// another HTTP implementation's idea of it.
///
/// Its blocking calls run on a queue of its own, never on a thread of the cooperative pool.
final class RawClient: Sendable {
  enum Failure: Error {
    case socket(String, errno: Int32)
    /// The other side closed before what was waited for had come.
    case closed(received: String)
  }

  /// How a connection ended.
  enum End: Equatable {
    case closed, reset
  }

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "raw client")

  init(port: Int) throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw Failure.socket("socket", errno: errno) }
    #if canImport(Darwin)
      var option: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &option, socklen_t(MemoryLayout<Int32>.size))
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let code = errno
      Self.close(descriptor)
      throw Failure.socket("connect", errno: code)
    }
  }

  deinit {
    Self.close(descriptor)
  }

  /// Sends text, with CR LF wherever it has a line feed.
  func send(_ text: String) async throws {
    try await send(Array(text.replacing("\n", with: "\r\n").utf8))
  }

  func send(_ bytes: [UInt8]) async throws {
    try await perform { descriptor in
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          Foundation.send(descriptor, $0.baseAddress, $0.count, Self.noSignal)
        }
        guard count > 0 else { throw Failure.socket("send", errno: errno) }
        sent += count
      }
    }
  }

  /// Sends a GET for this path on the open connection.
  func get(_ path: String, headers: String = "") async throws {
    try await send("GET \(path) HTTP/1.1\nHost: upstream\n\(headers)\n")
  }

  /// Receives until `end` has come, and returns everything up to and including it. What follows stays unread.
  func receive(until end: String) async throws -> String {
    try await perform { descriptor in
      let end = Array(end.replacing("\n", with: "\r\n").utf8)
      var received: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let seen = recv(descriptor, &buffer, buffer.count, Int32(MSG_PEEK))
        guard seen > 0 else { throw Failure.closed(received: String(decoding: received, as: UTF8.self)) }
        let before = received.count
        received.append(contentsOf: buffer[..<seen])
        let match = received.firstRange(of: end)
        let taken = match.map { $0.upperBound - before } ?? seen
        _ = recv(descriptor, &buffer, taken, 0)
        guard match == nil else {
          let text = String(decoding: received[..<(before + taken)], as: UTF8.self)
          return text.replacing("\r\n", with: "\n")
        }
      }
    }
  }

  /// Receives this many bytes.
  func receive(count: Int) async throws -> String {
    try await perform { descriptor in
      var received: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while received.count < count {
        let got = recv(descriptor, &buffer, min(buffer.count, count - received.count), 0)
        guard got > 0 else { throw Failure.closed(received: String(decoding: received, as: UTF8.self)) }
        received.append(contentsOf: buffer[..<got])
      }
      return String(decoding: received, as: UTF8.self)
    }
  }

  /// Receives until the other side ends the connection, keeping no more than the first 64 KiB.
  func receiveAll() async throws -> (text: String, length: Int, end: End) {
    try await perform { descriptor in
      var text: [UInt8] = []
      var length = 0
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let got = recv(descriptor, &buffer, buffer.count, 0)
        guard got > 0 else {
          let kept = String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n")
          return (kept, length, got == 0 ? .closed : .reset)
        }
        length += got
        text.append(contentsOf: buffer[..<min(got, (1 << 16) - text.count)])
      }
    }
  }

  /// Leaves as a client does that has lost interest (FIN). A pending receive ends.
  func leave() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Leaves the rude way (RST), on release.
  func leaveWithReset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  private func perform<Result: Sendable>(
    _ body: @escaping @Sendable (Int32) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in
        continuation.resume(with: Swift.Result { try body(descriptor) })
      }
    }
  }

  private static func close(_ descriptor: Int32) {
    _ = Foundation.close(descriptor)
  }

  private static var noSignal: Int32 {
    #if canImport(Glibc)
      Int32(MSG_NOSIGNAL)
    #else
      0
    #endif
  }
}
