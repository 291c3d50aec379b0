import ErrandsUpstream

/// Why a search is not answered, in the shapes that Giphy has had.
enum GIFRefusal: Error, Hashable {
  /// No key, or an empty one.
  case unauthorized
  /// The same, as it was said before 2026.
  case unauthorizedLegacy
  case forbidden
  /// A limit or an offset that is no number or out of range.
  case badParameter(String)
  /// A query of more than 50 characters.
  case tooLong
  case rateLimited
  /// The same, as it was said in 2018 and 2019.
  case rateLimitedLegacy

  /// What a key stands for that is not for searching but for trying out refusals; `nil` for all others.
  init?(key: String) {
    switch key {
    case "": self = .unauthorized
    case "legacy-unauthorized": self = .unauthorizedLegacy
    case "banned": self = .forbidden
    case "rate-limited": self = .rateLimited
    case "rate-limited-legacy": self = .rateLimitedLegacy
    default: return nil
    }
  }

  var script: Script {
    var headers: HeaderFields = ["Content-Type": "application/json"]
    if status == 429 { headers.append(name: "Retry-After", value: "1") }
    return .status(status, headers: headers, text: body)
  }

  var status: Int {
    switch self {
    case .badParameter: 400
    case .unauthorized, .unauthorizedLegacy: 401
    case .forbidden: 403
    case .tooLong: 414
    case .rateLimited, .rateLimitedLegacy: 429
    }
  }

  private var body: String {
    switch self {
    case .unauthorized: envelope("Unauthorized")
    case .unauthorizedLegacy: #"{"message": "Invalid authentication credentials"}"#
    case .forbidden: envelope("Forbidden")
    case .badParameter(let name): envelope("Bad value for \(name)")
    case .tooLong: envelope("URI Too Long")
    case .rateLimited: envelope("API rate limit exceeded")
    case .rateLimitedLegacy: #"{"message": "API rate limit exceeded"}"#
    }
  }

  private func envelope(_ message: String) -> String {
    #"{"data": [], "meta": {"status": \#(status), "msg": "\#(message)", "response_id": ""}}"#
  }
}
