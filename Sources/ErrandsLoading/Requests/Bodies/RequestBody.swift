import Errands
import Foundation

/// What is sent behind the head of a request: bytes, a file, or chunks that are made while they are sent.
public struct RequestBody: Sendable {
  /// Where its bytes are.
  enum Source: Sendable, Hashable {
    case bytes(Data)
    case file(String)
    case chunks(ChunkMaker)
  }

  /// All of it in one object: every request carries its body through all steps of a load, and most have none.
  private final class Contents: Sendable {
    let source: Source
    let length: Int64?
    let contentType: String?
    let isRepeatable: Bool
    let report: (@Sendable (RunProgress) -> Void)?

    init(
      _ source: Source,
      _ length: Int64?,
      _ contentType: String?,
      _ isRepeatable: Bool,
      _ report: (@Sendable (RunProgress) -> Void)?
    ) {
      (self.source, self.length, self.contentType) = (source, length, contentType)
      (self.isRepeatable, self.report) = (isRepeatable, report)
    }
  }

  private let contents: Contents

  init(
    _ source: Source,
    length: Int64?,
    contentType: String?,
    isRepeatable: Bool = true,
    report: (@Sendable (RunProgress) -> Void)? = nil
  ) {
    contents = Contents(source, length, contentType, isRepeatable, report)
  }

  var source: Source { contents.source }
  /// Its length in bytes; nil where it is not known before it is sent.
  public var length: Int64? { contents.length }
  /// The `Content-Type` that it is sent with, unless the request names one; nil for none.
  public var contentType: String? { contents.contentType }
  /// Whether it can be sent once more: for a further try, and for a redirect that keeps the method.
  public var isRepeatable: Bool { contents.isRepeatable }
  var report: (@Sendable (RunProgress) -> Void)? { contents.report }

  /// These bytes.
  public static func bytes(_ data: Data, contentType: String? = "application/octet-stream") -> RequestBody {
    RequestBody(.bytes(data), length: Int64(data.count), contentType: contentType)
  }

  /// This value as JSON.
  ///
  /// - Throws: What the encoder throws.
  public static func json(
    _ value: some Encodable,
    encoder: JSONEncoder = JSONEncoder()
  ) throws -> RequestBody {
    .bytes(try encoder.encode(value), contentType: "application/json")
  }

  /// The file at this path, read while it is sent, and never held as a whole.
  ///
  /// - Throws: ``FileFailure/unreadable(_:reason:)`` where there is none that can be read.
  public static func file(
    _ path: String,
    contentType: String? = "application/octet-stream"
  ) throws(FileFailure) -> RequestBody {
    RequestBody(.file(path), length: try FileChunks.length(of: path), contentType: contentType)
  }

  /// Chunks that are made while they are sent.
  ///
  /// - Parameters:
  ///   - length: Of all of them, in bytes; nil where it is not known, which asks for the chunked coding of HTTP/1.1. More or fewer
  ///     bytes fail the load.
  ///   - isRepeatable: Whether `make` gives the same chunks when it is called again, as each try does. Default true.
  public static func chunks<Chunks: AsyncSequence & Sendable>(
    length: Int64? = nil,
    contentType: String? = "application/octet-stream",
    isRepeatable: Bool = true,
    _ make: @escaping @Sendable () -> Chunks
  ) -> RequestBody where Chunks.Element == Data {
    let maker = ChunkMaker { TransportBody(make()) }
    return RequestBody(.chunks(maker), length: length, contentType: contentType, isRepeatable: isRepeatable)
  }

  /// The same, which tells how much of it has been taken to be sent. Each try counts anew.
  public func reporting(_ tell: @escaping @Sendable (RunProgress) -> Void) -> RequestBody {
    RequestBody(
      source,
      length: length,
      contentType: contentType,
      isRepeatable: isRepeatable,
      report: tell
    )
  }
}

extension RequestBody: Hashable {
  /// Whether both send the same. Chunks that are made are the same as those of the same body only.
  public static func == (one: RequestBody, other: RequestBody) -> Bool {
    one.source == other.source && one.contentType == other.contentType
  }

  /// Hashes what is sent.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(contentType)
  }
}

extension RequestBody {
  /// Makes chunks; equal to itself alone.
  final class ChunkMaker: Sendable, Hashable {
    let make: @Sendable () -> TransportBody

    init(_ make: @escaping @Sendable () -> TransportBody) {
      self.make = make
    }

    static func == (one: ChunkMaker, other: ChunkMaker) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Why what is longer or shorter than it said is not sent, for a transport's error.
  package static var otherLength: String { "its body has more bytes than its length says, or fewer" }

  /// All of it once, for a transport to send. Told as it is taken.
  public func makeChunks() -> TransportBody {
    let chunks =
      switch source {
      case .bytes(let data): TransportBody(pieces: data)
      case .file(let path): FileChunks.chunks(of: path)
      case .chunks(let maker): maker.make()
      }
    guard let report else { return chunks }
    let length = length
    return TransportBody {
      var (iterator, sent) = (chunks.makeAsyncIterator(), Int64(0))
      return {
        guard let chunk = try await iterator.next() else { return nil }
        // It may have been read when the load had its outcome already.
        try Task.checkCancellation()
        sent += Int64(chunk.count)
        report(RunProgress(completed: sent, total: length))
        return chunk
      }
    }
  }
}

extension TransportBody {
  /// How much of what lies in memory is one chunk, in bytes.
  private static let pieceLength = 64 << 10

  fileprivate init(pieces data: Data) {
    self.init {
      var rest = data
      return {
        guard !rest.isEmpty else { return nil }
        defer { rest = rest.dropFirst(Self.pieceLength) }
        return rest.prefix(Self.pieceLength)
      }
    }
  }
}
