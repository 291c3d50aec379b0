import Errands

/// Makes the publisher of each run of an errand.
///
/// An object and not only a closure, for the sake of its end: the closure may have an errand, whose publisher's closure
/// has an errand, and so on.
@usableFromInline
final class PublisherMaker<Make: Sendable>: @unchecked Sendable {
  // Sendable: what lies behind the pointer does not change.

  /// A field would be freed by the object itself, when the deinit has returned.
  @usableFromInline let pointer: UnsafeMutablePointer<Make>

  @inlinable
  init(_ make: Make) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: make)
  }

  @inlinable
  deinit {
    if Trampoline.hasRoom {
      pointer.deinitialize(count: 1)
    } else {
      Trampoline.free(pointer.move())
    }
    pointer.deallocate()
  }

  @inlinable var make: Make { pointer.pointee }
}
