import ErrandsLoading
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RunningGallery {
  /// A whole answer to a request that changes something, which this project's own loader never makes. Its
  /// connection is closed afterwards.
  func send(
    _ method: String,
    _ path: String,
    body: String? = nil,
    fields: [String: String] = [:]
  ) async throws -> Answer {
    var request = URLRequest(url: try #require(URL(string: address + path)))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    let session = URLSession(configuration: .ephemeral)
    // Cancelling what has ended already looks at a list that Foundation changes meanwhile: it ended a whole run of tests.
    defer { session.finishTasksAndInvalidate() }
    let (data, response) = try await session.data(for: request)
    let head = try #require(response as? HTTPURLResponse)
    var answered = HTTPFields()
    for case (let name, let value) as (String, String) in head.allHeaderFields {
      answered.append(name, value)
    }
    return Answer(status: head.statusCode, fields: answered, body: data)
  }
}
