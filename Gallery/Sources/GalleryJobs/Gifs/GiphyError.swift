import ErrandsLoading
import Foundation

/// Why Giphy cannot be asked, or what it did not answer as it should.
public enum GiphyError: Error, Sendable, Equatable {
  // Said before anything is sent.

  /// The address of the interface is none.
  case address(String, reason: String)
  case language(String)
  case emptyKeyword
  case longKeyword(characters: Int)
  /// A number of hits outside those that can be asked for.
  case limit(Int, ClosedRange<Int>)
  case offset(Int)

  // What Giphy answered; the addresses are without the key.

  /// 401: the key is missing or none of Giphy's.
  case unauthorized(URL)
  /// 403: the key may not do this.
  case forbidden(URL)
  /// 414: the keyword is too long for it after all.
  case keywordRefused(URL)
  /// 429: the key has been used too often, or another client behind the same address has been too quick.
  case rateLimited(URL, retryAfter: Duration?)
  /// Another refusal, in Giphy's words, inside an answer that is called a success.
  case refused(URL, status: Int?, message: String)

  // What became of a hit.

  /// A hit without any rendition that can be shown.
  case noRendition(id: String, title: String?)
  /// What was loaded is no animation, whatever its address says.
  case notAnAnimation(URL, found: String)
  /// The server called it whole, but its end is missing.
  case incomplete(URL, bytes: Int)
  /// An animation that cannot be read.
  case damaged(URL, reason: String)
}

extension GiphyError {
  /// Giphy's meaning of a status, and `nil` where it has none of its own.
  init?(status: Int, of url: URL, retryAfter: Duration?) {
    switch status {
    case 401: self = .unauthorized(url)
    case 403: self = .forbidden(url)
    case 414: self = .keywordRefused(url)
    case 429: self = .rateLimited(url, retryAfter: retryAfter)
    default: return nil
    }
  }

  /// An error of a search with Giphy's meaning, where it has one.
  static func meaning(of error: any Error) -> any Error {
    guard let error = error as? FetchError, let url = error.url,
      case .status(let code, let retryAfter) = error.cause
    else { return error }
    return GiphyError(status: code, of: url, retryAfter: retryAfter) ?? error
  }
}
