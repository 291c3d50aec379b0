import Foundation

extension FuzzTarget {
  /// A document that may be of the shape that is expected.
  static let json = FuzzTarget(name: "json") { input in
    guard let url = URL(string: "http://host.test/") else { return }
    let body = JSONBody(url: url, data: Data(input.bytes))
    check { () throws(FetchError) in _ = try body.decode(Feed.self) }
    check { () throws(FetchError) in _ = try body.decode([String: [Int8]].self) }
    check { () throws(FetchError) in _ = try body.decode(Nest.self) }
  }

  private static func check(_ decode: () throws(FetchError) -> Void) {
    do {
      try decode()
    } catch {
      checkCause(error.cause)
    }
  }

  private static func checkCause(_ cause: FetchError.Cause) {
    switch cause {
    case .malformedJSON(let reason): checkSentence(reason)
    case .unexpectedJSON(let path, let reason):
      require(!path.isEmpty, "what is wrong is nowhere")
      checkSentence(path)
      checkSentence(reason)
      let words = reason.split(separator: ", found ")
      require(words.count != 2 || words[0] != "expected " + words[1], "\(path): \(reason)")
    default: require(false, "JSON fails in another way: \(cause)")
    }
  }

  /// A server writes the document, and the sentence goes to a terminal.
  private static func checkSentence(_ text: String) {
    require(!text.hasControls, "a sentence has control characters: \(text.debugDescription)")
    require(text.utf8.count < 2_000, "a sentence has \(text.utf8.count) bytes")
  }

  private struct Feed: Decodable {
    struct Song: Decodable {
      let name: String
      let plays: Int
      let length: Double?
      let isLive: Bool?
      let link: URL?
      let tags: [String: String]?
    }
    let results: [Song]
    let more: [[Int8]]?
  }

  /// As deep as the document.
  private struct Nest: Decodable {
    let inner: [Nest]
    init(from decoder: any Decoder) throws { inner = try [Nest](from: decoder) }
  }
}
