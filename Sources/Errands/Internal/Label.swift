/// What an errand is called: its name, or the source line that made it. The text is put together only when
/// somebody reads it: a line's text costs more than a whole run.
package struct Label: Sendable, CustomStringConvertible {
  let name: String?
  let origin: SourceLocation

  package var description: String { name ?? origin.description }
}
