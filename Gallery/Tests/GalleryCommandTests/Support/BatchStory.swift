import ErrandsAsyncHTTPClient
import ErrandsLoading
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a client hears of batches, over any number of connections to servers that come and go.
struct BatchStory {
  private(set) var indices: [Int] = []
  private(set) var ends = 0
  private(set) var missed = 0
  private(set) var last: String?

  private struct Members: Decodable {
    struct Member: Decodable { let index: Int }
    let members: [Member]
  }

  /// Listens from where it was, until the end of the batch or of the connection.
  mutating func listen(to batch: String, at address: String) async throws {
    let fields: HTTPFields = last.map { ["Last-Event-ID": $0] } ?? [:]
    let request = try FetchRequest(address: "\(address)/api/events?batch=\(batch)", fields: fields)
    let response = try await AsyncHTTPClientTransport.unguarded().send(request)
    try #require(response.head.status == 200)
    var buffer = Data()
    for try await chunk in response.body {
      buffer.append(chunk)
      while let end = buffer.firstRange(of: Data("\n\n".utf8)) {
        try take(String(decoding: buffer[..<end.lowerBound], as: UTF8.self))
        buffer = Data(buffer[end.upperBound...])
      }
      if ends > 0 { return }
    }
  }

  private mutating func take(_ block: String) throws {
    let lines = block.split(separator: "\n").map(String.init)
    guard lines.count == 3 else { return }
    last = String(lines[0].dropFirst("id: ".count))
    switch lines[1] {
    case "event: photo":
      let data = Data(lines[2].dropFirst("data: ".count).utf8)
      indices += try JSONDecoder().decode(Members.self, from: data).members.map(\.index)
    case "event: photos-done": ends += 1
    case "event: missed": missed += 1
    default: break
    }
  }

  /// Starts a batch, and gives its number.
  static func start(_ addresses: [String], at address: String) async throws -> String {
    var request = URLRequest(url: try #require(URL(string: address + "/api/photos")))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(["urls": addresses])
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    let (data, response) = try await session.data(for: request)
    try #require(
      (response as? HTTPURLResponse)?.statusCode == 202,
      "\(String(decoding: data, as: UTF8.self))"
    )
    return try #require(try JSONDecoder().decode([String: String].self, from: data)["batch"])
  }
}
