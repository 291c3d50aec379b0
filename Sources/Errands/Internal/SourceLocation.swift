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
