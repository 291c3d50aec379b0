import Foundation
import GalleryConnections
import HTTPTypes
import Hummingbird
import NIOFoundationCompat

extension Request {
  /// The whole body. A client that waits until it is asked for one (RFC 9110, section 10.1.1) is asked now, and so not
  /// by a check that turns the request away.
  ///
  /// - Parameters:
  ///   - limit: The largest that is read, in bytes.
  ///   - advice: What to do instead of sending a larger one, such as `send less`.
  /// - Throws: A problem with status 413 for one that is larger.
  func wholeBody(upTo limit: Int, else advice: String) async throws -> Data {
    let tooLarge = Problem(
      status: .contentTooLarge,
      detail: "The body is longer than \(limit) bytes; \(advice)."
    )
    guard headers[.contentLength].flatMap({ Int($0) }) ?? 0 <= limit else { throw tooLarge }
    Connection.current?.askForBody()
    do {
      return Data(buffer: try await body.collect(upTo: limit))
    } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
      throw tooLarge
    }
  }
}
