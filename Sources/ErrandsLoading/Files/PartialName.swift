import Foundation

/// The names of what lies beside a destination while its file is not whole. All begin with a dot, so that they are
/// hidden, and are at most 255 bytes of UTF-8 long.
enum PartialName {
  /// `.photo.jpg.part`, which the next run finds again.
  static func shared(for name: SafeFileName) -> String {
    hidden(name, ".part", leaving: recordEnding.utf8.count + temporaryEnding.utf8.count)
  }

  /// `.photo.jpg.part.json`, the record of a shared partial file.
  static func record(of partial: String) -> String { partial + recordEnding }

  /// Where the record is written before it has its name.
  static func temporaryRecord(of partial: String) -> String { record(of: partial) + temporaryEnding }

  /// `.photo.jpg.D9B2….once`, which nobody looks for.
  static func unique(for name: SafeFileName) -> String {
    hidden(name, ".\(UUID().uuidString)" + uniqueEnding, leaving: 0)
  }

  /// Whether it is one that nobody looks for.
  static func isUnique(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(uniqueEnding) else { return false }
    let id = name.dropLast(uniqueEnding.count).suffix(36)
    return UUID(uuidString: String(id)) != nil && name.dropLast(uniqueEnding.count + 36).last == "."
  }

  /// Another than that of a shared one: a file may itself be called for a UUID.
  private static let uniqueEnding = ".once"
  private static let recordEnding = ".json"
  private static let temporaryEnding = ".new"

  /// A name that is cut has a digest of the whole at its end: two long names with the same beginning are two files.
  private static func hidden(_ name: SafeFileName, _ ending: String, leaving rest: Int) -> String {
    let limit = SafeFileName.limit - 1 - ending.utf8.count - rest
    guard name.text.utf8.count > limit else { return "." + name.text + ending }
    let mark = "~" + Digest.hexadecimal(of: name.text).prefix(8)
    return "." + name.text.prefix(utf8: limit - mark.utf8.count) + mark + ending
  }
}
