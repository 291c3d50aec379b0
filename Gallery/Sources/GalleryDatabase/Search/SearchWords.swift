import Foundation

/// What a thing is found by, as its row has it.
package struct SearchWords {
  /// The longest text that a row has for it, in bytes: a thing with more is found by its beginning.
  static let limit = 65_536

  /// Folded words, with spaces between them.
  package let text: String

  package init(_ texts: [String]) {
    var (words, room) = ([String](), Self.limit)
    for word in texts.lazy.flatMap(FoldedText.words) {
      room -= word.utf8.count + 1
      guard room >= 0 else { break }
      words.append(word)
    }
    text = words.joined(separator: " ")
  }

  /// The words of all texts in JSON, but for addresses and moments, which nobody looks for.
  package init(ofJSON data: Data) {
    self.init(Self.texts(in: try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)))
  }

  /// What JSON calls itself, as far as a title may go; empty where it does not.
  package static func title(ofJSON data: Data) -> String {
    let object = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
    return (object?["title"] as? String ?? "").beginning(ofBytes: NewThing.longestTitle)
  }

  private static func texts(in value: Any?) -> [String] {
    switch value {
    case let text as String: isWritten(text) ? [text] : []
    case let list as [Any]: list.flatMap(texts)
    case let object as [String: Any]: object.keys.sorted().flatMap { texts(in: object[$0]) }
    default: []
    }
  }

  /// Whether it was written for people.
  private static func isWritten(_ text: String) -> Bool {
    !text.hasPrefix("/") && !text.hasPrefix("http://") && !text.hasPrefix("https://")
      && text.prefixMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T/) == nil
  }
}
