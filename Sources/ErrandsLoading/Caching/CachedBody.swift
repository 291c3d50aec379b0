import Foundation

/// The body of a stored answer, or a part of it, in chunks. What is read has been verified; a large body is read from
/// its file piece by piece and never held as a whole.
///
/// It may be read several times, by several readers.
enum CachedBody: Sendable {
  case data(Data)
  /// These bytes of a file.
  case file(DiskBody, Range<Int64>)

  /// In bytes.
  var length: Int64 {
    switch self {
    case .data(let data): Int64(data.count)
    case .file(_, let range): range.upperBound - range.lowerBound
    }
  }

  /// Some of its bytes, counted from its own first one.
  func part(_ range: Range<Int64>) -> CachedBody {
    switch self {
    case .data(let data):
      let start = data.startIndex + Int(range.lowerBound)
      // Not a slice, whose first byte has another place than that of an answer.
      return .data(data.subdata(in: start..<start + range.count))
    case .file(let body, let whole):
      let start = whole.lowerBound + range.lowerBound
      return .file(body, start..<start + Int64(range.count))
    }
  }

  /// All of it, in memory.
  ///
  /// - Throws: ``DamagedBody``.
  func data() async throws -> Data {
    if case .data(let data) = self { return data }
    var data = Data(capacity: Int(length))
    for try await chunk in self { data.append(chunk) }
    return data
  }
}

extension CachedBody: AsyncSequence {
  typealias Element = Data

  func makeAsyncIterator() -> Iterator { Iterator(rest: self) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var rest: CachedBody

    /// - Throws: ``DamagedBody`` where the file is not what was written; nothing of the chunk is given then.
    mutating func next() async throws -> Data? {
      guard rest.length > 0 else { return nil }
      switch rest {
      case .data(let data):
        rest = .data(Data())
        return data
      case .file(let body, let range):
        let chunk = try await body.chunk(in: range)
        rest = .file(body, range.lowerBound + Int64(chunk.count)..<range.upperBound)
        return chunk
      }
    }
  }
}

/// A file of the cache is damaged or cut off. Its entry has been removed.
struct DamagedBody: Error, CustomStringConvertible {
  let description = "the stored body is damaged and has been removed from the cache; load it anew"
}
