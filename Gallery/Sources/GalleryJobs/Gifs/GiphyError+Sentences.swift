import ErrandsLoading
import Foundation

extension GiphyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .address(let text, let reason):
      "Giphy's address \(Self.quoted(text.redactedAddress)) cannot be used: \(reason)."
    case .language(let text):
      "The language \(Self.quoted(text)) is not a code of two letters; give one such as en or vi."
    case .emptyKeyword:
      "The keyword is empty; give a word to search for."
    case .longKeyword(let characters):
      "The keyword has \(characters) characters, and Giphy takes \(Giphy.keywordLimit) at most; shorten it."
    case .limit(let limit, let limits):
      "\(limit) hits cannot be asked for; give a number from \(limits.lowerBound) to \(limits.upperBound)."
    case .offset(let offset):
      "A search cannot begin at \(offset); give a number from \(Giphy.offsets.lowerBound) "
        + "to \(Giphy.offsets.upperBound)."
    case .unauthorized(let url):
      "\(url.redacted) answered 401: Giphy does not know the API key; "
        + "set GIPHY_API_KEY to one from developers.giphy.com."
    case .forbidden(let url):
      "\(url.redacted) answered 403: Giphy does not let this API key do that; check it at developers.giphy.com."
    case .keywordRefused(let url):
      "\(url.redacted) answered 414: Giphy finds the keyword too long; shorten it."
    case .rateLimited(let url, let retryAfter):
      "\(url.redacted) answered 429: Giphy's limit of requests is reached; try again "
        + "\(retryAfter.map { "after \($0.shortText)" } ?? "later: a beta key has 100 an hour")."
    case .refused(let url, let status, let message):
      "\(url.redacted) answered with a refusal\(status.map { " (\($0))" } ?? ""): \(Self.quoted(message)); "
        + "try again later."
    case .noRendition(let id, let title):
      "Giphy has no picture of \(Self.named(title)) (id \(Self.quoted(id))) that can be loaded; "
        + "look at its page there."
    case .notAnAnimation(let url, let found):
      "\(url.redacted) answered with \(found) instead of an animated GIF; try another rendition."
    case .incomplete(let url, let bytes):
      "\(url.redacted) answered with an animation that is cut off after \(bytes) \(bytes == 1 ? "byte" : "bytes"); load it again."
    case .damaged(let url, let reason):
      "\(url.redacted) answered with an animation that cannot be read (\(reason)); try another rendition."
    }
  }

  private static func named(_ title: String?) -> String { title.map(quoted) ?? "a hit without a title" }

  /// A text from outside, with control characters made visible: an error message must not be able to
  /// move the cursor of the terminal that shows it. Long texts are cut.
  private static func quoted(_ text: String) -> String {
    String(reflecting: text.count > 100 ? text.prefix(100) + "…" : text)
  }
}
