/// A call of libvips that failed, and what the library said about it. It never leaves the module: the caller turns it
/// into an ``ImageError`` that says what the user wanted.
struct VipsFailure: Error {
  let message: String

  /// To be made right after the call named `operation` has failed, on the same thread.
  init(_ operation: String) {
    message = Vips.takeMessage(of: operation)
  }
}
