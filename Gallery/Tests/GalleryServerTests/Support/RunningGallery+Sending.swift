import ErrandsAsyncHTTPClient
import ErrandsLoading
import Foundation
import Testing

extension RunningGallery {
  /// A whole answer to a request that changes something, over a connection of its own, which is closed afterwards.
  func send(
    _ method: String,
    _ path: String,
    body: String? = nil,
    fields: [String: String] = [:]
  ) async throws -> Answer {
    var request = try FetchRequest(
      address: address + path,
      method: #require(FetchRequest.Method(rawValue: method))
    )
    request.fields["Content-Type"] = "application/json"
    for (name, value) in fields { request.fields[name] = value }
    request.body = body.map { .bytes(Data($0.utf8)) }
    return try await Answer(AsyncHTTPClientTransport.local().send(request))
  }
}

extension Answer {
  /// The whole of one that comes.
  init(_ response: TransportResponse) async throws {
    var body = Data()
    for try await chunk in response.body { body.append(chunk) }
    self.init(status: response.head.status, fields: response.head.fields, body: body)
  }
}
