import CVipsShim
import Foundation

/// Whether AVIF can really be read and written. libvips has the calls for it wherever it was built with libheif; the
/// codecs are plug-ins of that, which some systems have in packages of their own, and a call without one fails.
enum AVIFProbe {
  /// One pixel, written by this module.
  private static let onePixel = """
    AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRt\
    AAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAGgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlw\
    cnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAAABAAAAAQAAABBwaXhpAAAAAAMICAgAAAAX\
    aXBtYQAAAAAAAAABAAEEgYIDhAAAACJtZGF0EgAKCBgABggQEDQgMgwYAAAAQACwE19BR0A=
    """

  /// Decodes one pixel.
  static var canRead: Bool {
    guard let file = Data(base64Encoded: onePixel) else { return false }
    return file.withUnsafeBytes { bytes in
      let opened = errands_vips_open(ERRANDS_FORMAT_AVIF, bytes.baseAddress, bytes.count, 1, 1, 0)
      let pixels = try? VipsImage("opening", opened).derived("compute", errands_vips_compute)
      return pixels?.width == 1
    }
  }

  /// Encodes a few pixels.
  static var canWrite: Bool {
    let black = [UInt8](repeating: 0, count: 16 * 16 * 3)
    guard let image = try? VipsImage("probe", errands_vips_from_pixels(black, black.count, 16, 16, 3)) else {
      return false
    }
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    let status = image.use { errands_vips_encode($0, ERRANDS_FORMAT_AVIF, 50, 0, &bytes, &count) }
    if let bytes { errands_vips_free(bytes) }
    return status == 0 && count > 0
  }
}
