/// A line of source code, as `Module/File.swift:12`.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// Module and file, as `#fileID` gives them.
  public let fileID: String
  /// The number of the line, from 1.
  public let line: UInt

  /// The line that this is called on, unless another one is given.
  @inlinable
  public init(fileID: String = #fileID, line: UInt = #line) {
    self.fileID = fileID
    self.line = line
  }

  /// Module, file and line, as `Module/File.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}

/// What an errand is called: its name, or the source line that made it. The text is only made when it is
/// read: a line's text costs more than a whole run.
@usableFromInline
package struct Label: Sendable, CustomStringConvertible {
  @usableFromInline let name: String?
  @usableFromInline let origin: SourceLocation

  @inlinable
  init(name: String?, origin: SourceLocation) {
    self.name = name
    self.origin = origin
  }

  @usableFromInline
  package var description: String { name ?? origin.description }
}
