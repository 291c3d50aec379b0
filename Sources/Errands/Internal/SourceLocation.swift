/// A line of source code, as `Module/File.swift:12`.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  public let fileID: String
  public let line: UInt

  @inlinable
  public init(fileID: String = #fileID, line: UInt = #line) {
    self.fileID = fileID
    self.line = line
  }

  public var description: String { "\(fileID):\(line)" }
}
