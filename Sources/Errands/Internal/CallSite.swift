/// Where something was made, in a third of the room that a ``SourceLocation`` takes: for objects of which
/// there may be millions.
@usableFromInline
package struct CallSite: @unchecked Sendable {
  // Sendable: it points to a literal of the program, which is never changed or freed.
  @usableFromInline let file: UnsafePointer<UInt8>
  @usableFromInline let length: UInt32
  @usableFromInline let line: UInt32

  @inlinable
  package init(_ fileID: StaticString, _ line: UInt) {
    file = fileID.utf8Start
    length = UInt32(fileID.utf8CodeUnitCount)
    self.line = UInt32(line)
  }

  @usableFromInline
  package var location: SourceLocation {
    let name = UnsafeBufferPointer(start: file, count: Int(length))
    return SourceLocation(fileID: String(decoding: name, as: UTF8.self), line: UInt(line))
  }
}
