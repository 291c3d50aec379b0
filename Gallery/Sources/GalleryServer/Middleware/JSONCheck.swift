import HTTPTypes
import Hummingbird

/// Refuses what changes something and is not said to be JSON, with a body or without one.
///
/// A form of another site can send any words as plain text, and a browser asks no server before it does; JSON it sends
/// to another site only when that has agreed (Fetch, section 4.8).
struct JSONCheck: RequestCheck {
  func check(_ request: Request) throws {
    guard [.post, .put, .patch, .delete].contains(request.method) else { return }
    let type = request.headers[.contentType].flatMap(MediaType.init(from:))
    guard let type, type.isType(.applicationJson) else {
      throw Problem(
        status: .unsupportedMediaType,
        detail: "Only JSON is read here; send it with Content-Type: application/json."
      )
    }
  }
}
