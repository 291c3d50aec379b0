import ErrandsUpstream
import GalleryConnections

/// What the embedded upstream answers about files: bytes by the gigabyte, for whoever wants to see a download go on
/// where it broke off. They are computed while they are sent, and none of them is kept.
struct FileLibrary: Sendable {
  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed
  }

  /// - Returns: `nil` for what is no file.
  func answer(to request: RecordedRequest) -> Script? {
    do {
      guard let route = try FileRoute(path: request.path, query: request.query) else { return nil }
      let script = answer(of: file(route), to: request, breakingOffAt: route.breakingOff)
      return route.fault?.spoil(script, answering: request) ?? script
    } catch {
      return .status(400, text: error.description)
    }
  }

  /// Who goes on at the byte at which it breaks off gets the rest, or would never have the file.
  private func answer(of file: ServedFile, to request: RecordedRequest, breakingOffAt position: Int?)
    -> Script
  {
    let whole = file.answer(to: request)
    guard let position, whole.firstByte < position else { return whole }
    return file.answer(to: request, breakingOffAt: position)
  }

  private func file(_ route: FileRoute) -> ServedFile {
    let seed = route.seed ?? seed
    let bytes = RandomBytes(seed: seed)
    return ServedFile(
      .computed(count: route.size) { bytes[$0] },
      // Seed and size are all that the bytes come from.
      fingerprint: Fingerprint(SplitMix64.mix(SplitMix64.mix(seed) ^ UInt64(route.size))),
      contentType: "application/octet-stream",
      disposition: Attachment(name: route.name).field
    )
  }
}

extension Script {
  /// The first byte of the file that it sends, counted from 0.
  fileprivate var firstByte: Int {
    let range = headers["Content-Range"]?.split(separator: " ").last
    return range?.split(separator: "-").first.flatMap { Int($0) } ?? 0
  }
}
