import Foundation
import GalleryJobs

/// What `POST /api/photos` asks for: `{"urls":[…],"timeLimit":SECONDS,"style":NAME}`, the last two as one likes.
struct PhotosOrder: Equatable {
  /// How many addresses a batch may have.
  static let mostAddresses = 10_000
  /// How long an address may be, in bytes of UTF-8. Longer ones are answered by hardly any server.
  static let longestAddress = 8192
  /// How long a time limit may be, in seconds: a day.
  static let longestTime = 86_400.0

  var addresses: [String]
  var timeLimit: Duration?
  var style = JobStyle.group

  /// - Throws: A problem with status 400 for what is no JSON, 413 for too many addresses, and 422 for JSON that
  ///   says something else.
  init(json: Data) throws(Problem) {
    let value = try json.parsed(orSend: #"{"urls":["https://…"]}"#)
    guard let object = value as? [String: Any], let urls = object["urls"] as? [Any] else {
      throw .wrong(#"The body names no list of addresses; send {"urls":["https://…"]}."#)
    }
    guard urls.count <= Self.mostAddresses else {
      let detail = "\(urls.count) addresses are too many; send \(Self.mostAddresses) at most."
      throw Problem(status: .contentTooLarge, detail: detail)
    }
    addresses = try Self.addresses(urls)
    timeLimit = try Self.timeLimit(object["timeLimit"], in: json)
    style = try Self.style(object["style"]) ?? style
  }

  private static func addresses(_ urls: [Any]) throws(Problem) -> [String] {
    var addresses: [String] = []
    for (index, url) in urls.enumerated() {
      guard let address = url as? String else {
        throw .wrong("Number \(index + 1) of the addresses is no text; send each as a JSON string.")
      }
      try check(address, at: index)
      addresses.append(address)
    }
    return addresses
  }

  /// What an order of models asks of its addresses, too.
  ///
  /// - Throws: A problem with status 422 for one that is longer than ``longestAddress``, or that no database keeps whole.
  static func check(_ address: String, at index: Int) throws(Problem) {
    guard address.utf8.count <= longestAddress else {
      throw .wrong(
        "Number \(index + 1) of the addresses is longer than \(longestAddress) bytes; leave it out."
      )
    }
    // It would be cut there, and what is before it loaded.
    guard !address.utf8.contains(0) else {
      throw .wrong("Number \(index + 1) of the addresses has a zero byte in it; leave it out.")
    }
  }

  private struct TimeLimit: Decodable { let timeLimit: Double }

  /// Not by a cast: there a 1 passes for a JSON true as a true does for 1, and a limit of a second was refused.
  private static func timeLimit(_ value: Any?, in json: Data) throws(Problem) -> Duration? {
    guard let value, !(value is NSNull) else { return nil }
    let seconds = (try? JSONDecoder().decode(TimeLimit.self, from: json))?.timeLimit
    guard let seconds, seconds > 0, seconds <= longestTime else {
      let range = "no number of seconds above 0, up to \(Int(longestTime))"
      throw .wrong("The timeLimit is \(range); correct it or leave it out.")
    }
    return .seconds(seconds)
  }

  private static func style(_ value: Any?) throws(Problem) -> JobStyle? {
    guard let value, !(value is NSNull) else { return nil }
    guard let name = value as? String, let style = JobStyle(rawValue: name) else {
      let names = JobStyle.allCases.map(\.rawValue).joined(separator: ", ")
      throw .wrong("There is no such style; choose one of \(names), or leave it out.")
    }
    return style
  }
}

extension Problem {
  /// Well-formed, and not what was asked for (RFC 9110, section 15.5.21).
  static func wrong(_ detail: String) -> Problem {
    Problem(status: .unprocessableContent, detail: detail)
  }
}
