import CZlib
import Foundation

/// The content coding that every client knows (RFC 1952).
enum Gzip {
  /// What is smaller fits into a packet as it is.
  static let smallest = 1_000

  /// The same, packed; nil where there is no memory for it. Takes some 20 ms for a megabyte of text.
  static func packed(_ bytes: Data) -> Data? {
    var stream = z_stream()
    // zlib remembers where the stream lies, so it stays there for all calls.
    return withUnsafeMutablePointer(to: &stream) { stream in
      let isReady = deflateInit2_(
        stream,
        Z_DEFAULT_COMPRESSION,
        Z_DEFLATED,
        // The largest window, and 16 for the head and the foot of gzip.
        MAX_WBITS + 16,
        8,
        Z_DEFAULT_STRATEGY,
        ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)
      )
      guard isReady == Z_OK else { return nil }
      defer { deflateEnd(stream) }
      var packed = Data(count: Int(deflateBound(stream, uLong(bytes.count))))
      let end = packed.withUnsafeMutableBytes { target in
        bytes.withUnsafeBytes { source in
          // It is read only; the header of zlib is older than `const`.
          stream.pointee.next_in = UnsafeMutablePointer(
            mutating: source.bindMemory(to: Bytef.self).baseAddress
          )
          stream.pointee.avail_in = uInt(source.count)
          stream.pointee.next_out = target.bindMemory(to: Bytef.self).baseAddress
          stream.pointee.avail_out = uInt(target.count)
          return deflate(stream, Z_FINISH)
        }
      }
      guard end == Z_STREAM_END else { return nil }
      return packed.prefix(Int(stream.pointee.total_out))
    }
  }
}
