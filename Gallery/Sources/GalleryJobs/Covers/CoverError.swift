import ErrandsLoading
import Foundation

/// Why there is no cover, although everything that was asked for was answered.
public enum CoverError: Error, Sendable, Equatable {
  /// The list ends before this article, counted from 0.
  case noArticle(Int, URL)
  /// What was loaded is no picture, or a damaged one.
  case unreadable(URL, reason: String)
}

extension CoverError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noArticle(let index, let list): "\(list.redacted) has no article \(index); scroll less far."
    case .unreadable(let url, let reason): "\(url.redacted) is no cover that can be shown. \(reason)"
    }
  }
}
