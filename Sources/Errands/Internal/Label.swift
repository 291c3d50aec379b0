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
