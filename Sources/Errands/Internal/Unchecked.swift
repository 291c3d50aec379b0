/// Carries a value over a border between threads where its type does not say that it may cross it. Code that makes one
/// says in a line why it may.
@usableFromInline
package struct Unchecked<Value>: @unchecked Sendable {
  // Sendable: by the reason that is given where it is made.
  @usableFromInline package var value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }
}
