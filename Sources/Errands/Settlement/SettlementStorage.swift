/// Where a ``Settlement`` keeps its outcome.
///
/// A class of its own, generic over just what it stores: the field of a class that is exactly a generic
/// parameter is freed without a look-up of its type at run time, any other one (`Result<Value, any Error>?`)
/// is not, and that look-up made up half the cost of making, settling and freeing a cell.
@_documentation(visibility: internal)
open class SettlementStorage<Stored: Sendable>: @unchecked Sendable {
  // Sendable: written once, under the subclass's lock, before any waiter or handler is told. The lock is also
  // why the run-time check of exclusive access is not needed.
  @exclusivity(unchecked) @usableFromInline final var stored: Stored

  @inlinable
  package init(_ initial: Stored) {
    stored = initial
  }

  /// The same for subclasses in other modules, where the attribute of the field has no effect: each access
  /// would be checked at run time, which took a tenth of a link in a chain of promises.
  @inlinable
  package final var storedValue: Stored {
    get { stored }
    set { stored = newValue }
  }
}
