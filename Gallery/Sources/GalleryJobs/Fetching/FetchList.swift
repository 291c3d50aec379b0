import ErrandsLoading
import Foundation

/// A list of what to fetch, a line for each: an address, or a SHA-256 and an address, as `sha256sum` writes them.
///
/// Blank lines, and those that begin with `#`, are left out. Lines may end in any of the ways in which lines end.
public struct FetchList: Sendable, Hashable {
  /// In the order of the lines.
  public let items: [FetchItem]

  /// - Parameter base: Where an address that begins with a slash is looked for; nil makes it a mistake.
  /// - Throws: ``Mistake``, for the first line that is none of these.
  public init(text: String, below base: URL? = nil) throws(Mistake) {
    // The mark with which some editors begin a file (RFC 3629, section 6).
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    var items: [FetchItem] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      do throws(Reason) {
        items.append(try Self.item(line, below: base))
      } catch {
        throw Mistake(line: index + 1, reason: error.sentence)
      }
    }
    self.items = items
  }

  /// A line that cannot be used.
  public struct Mistake: Error, Sendable, Hashable, CustomStringConvertible {
    /// Its number, from 1.
    public let line: Int
    /// A sentence that names its text, what is wrong with it and what to do.
    public let reason: String

    public var description: String { "Line \(line): \(reason)" }
  }

  private struct Reason: Error {
    let sentence: String
  }

  private static func item(_ line: String, below base: URL?) throws(Reason) -> FetchItem {
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let first = words[0]
    guard words.count == 2 else {
      guard !FetchItem.isSHA256(first) else {
        throw Reason(sentence: "There is no address behind the SHA-256; write one.")
      }
      return try checked(FetchItem(line), below: base)
    }
    guard FetchItem.isSHA256(first) else {
      guard first.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
        throw Reason(sentence: "There is a space in it; write an address, or a SHA-256 and an address.")
      }
      throw Reason(sentence: "“\(first)” is no SHA-256; write its 64 hexadecimal digits.")
    }
    let address = words[1].trimmingCharacters(in: .whitespaces)
    return try checked(FetchItem(address, sha256: first.lowercased()), below: base)
  }

  private static func checked(_ item: FetchItem, below base: URL?) throws(Reason) -> FetchItem {
    do throws(FetchError) {
      _ = try URL(fetching: item.address, below: base)
      return item
    } catch {
      throw Reason(sentence: error.description)
    }
  }
}
