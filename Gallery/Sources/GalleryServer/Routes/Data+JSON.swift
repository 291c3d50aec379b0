import Foundation

extension Data {
  /// The JSON value that a body is.
  ///
  /// - Parameter example: What the client can send instead.
  /// - Throws: A problem with status 400 for what is no JSON.
  func parsed(orSend example: String) throws(Problem) -> Any {
    guard let value = try? JSONSerialization.jsonObject(with: self, options: .fragmentsAllowed) else {
      throw .badRequest("The body is no JSON; send \(example).")
    }
    return value
  }
}
