import ErrandsPostgres
import ErrandsTesting
import Foundation

/// A server that hangs up on whoever calls, and counts them.
final class Hangman: Sendable {
  let address: PostgresAddress
  private let listener: Int32
  private let calls = Events<Int32>()

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, size)
        _ = listen(listener, 100)
        _ = getsockname(listener, $0, &size)
      }
    }
    self.listener = listener
    address = try PostgresAddress("postgres://errands@127.0.0.1:\(UInt16(bigEndian: place.sin_port))/x")
    Thread.detachNewThread { [calls] in
      while true {
        let call = accept(listener, nil, nil)
        guard call >= 0 else { return }
        calls.record(call)
        close(call)
      }
    }
  }

  var count: Int { calls.count }

  /// It takes no more calls.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}
