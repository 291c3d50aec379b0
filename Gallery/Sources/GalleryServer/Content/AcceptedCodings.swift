import HTTPTypes
import Hummingbird

/// The content codings that a client takes, by its `Accept-Encoding` (RFC 9110, section 12.5.3), as far as there is a choice here.
struct AcceptedCodings: Equatable {
  /// Whether it unpacks gzip. One that does not say is left alone: it may be a program that writes down what comes.
  private(set) var gzip = false

  /// - Parameter fields: The values of the fields, in their order.
  init(_ fields: [String]) {
    for member in fields.flatMap({ $0.split(separator: ",") }) {
      let parts = member.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
      let isTaken = !parts.dropFirst().contains { $0.hasPrefix("q=") && (Double($0.dropFirst(2)) ?? 0) <= 0 }
      switch parts.first {
      case "gzip", "x-gzip":
        gzip = isTaken
        return
      case "*": gzip = isTaken
      default: break
      }
    }
  }
}

extension Request {
  var acceptedCodings: AcceptedCodings { AcceptedCodings(headers[values: .acceptEncoding]) }
}
