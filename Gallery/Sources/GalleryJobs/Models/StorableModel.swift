/// Something that can be loaded as JSON and kept in a library.
public protocol StorableModel: Codable, Sendable {
  /// What it is, in one word: `article`.
  static var kind: String { get }
}
