import CVipsShim

/// One reference to an image of libvips, given back when the last copy of this object goes.
///
/// Safe to share: the image is not changed after it was made, its reference count is atomic, and any
/// thread may read from it or kill it.
final class VipsImage: @unchecked Sendable {
  private let pointer: OpaquePointer

  /// Takes over the reference that a call returned; throws what went wrong where it returned none.
  init(_ operation: String, _ pointer: OpaquePointer?) throws(VipsFailure) {
    guard let pointer else { throw VipsFailure(operation) }
    self.pointer = pointer
  }

  deinit { errands_vips_release(pointer) }

  /// Hands the image to C for the length of a call.
  ///
  /// The only way to the pointer: a pointer that was merely read does not keep this object alive, and a
  /// call on a temporary's was once given an image that had just been freed.
  func use<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(self) { body(pointer) }
  }

  /// Hands several images to C for the length of a call, in order.
  static func withPointers<Result>(
    to images: [VipsImage],
    _ body: (UnsafePointer<OpaquePointer?>) -> Result
  ) -> Result {
    withExtendedLifetime(images) {
      body(images.map { Optional($0.pointer) })
    }
  }

  /// A new image that `make` gives for this one.
  func derived(
    _ operation: String,
    _ make: (OpaquePointer) -> OpaquePointer?
  ) throws(VipsFailure) -> VipsImage {
    try VipsImage(operation, use(make))
  }

  var width: Int { Int(use(errands_vips_width)) }
  var height: Int { Int(use(errands_vips_height)) }
  /// That of one frame where there are several, one below the other.
  var frameHeight: Int { Int(use(errands_vips_page_height)) }
  var bands: Int { Int(use(errands_vips_bands)) }

  /// Two bands are grey and alpha, four are colour and alpha.
  var hasAlpha: Bool { bands == 2 || bands == 4 }
}
