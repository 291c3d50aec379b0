import Foundation

@testable import ErrandsLoading

extension TemporaryFolder {
  /// The place of a file in it, prepared.
  func place(_ name: String = "a.bin", existing: Destination.ExistingFile = .replace) throws -> FilePlace {
    try Destination(file: path + "/" + name, existing: existing).place(for: .file).prepared()
  }

  func partial(
    _ name: String = "a.bin",
    source: FileSource? = .test,
    existing: Destination.ExistingFile = .replace
  ) throws -> PartialFile? {
    guard case .opened(let file) = try PartialFile.open(place(name, existing: existing), source: source)
    else { return nil }
    return file
  }

  func text(of name: String) -> String? { content(of: name).map { String(decoding: $0, as: UTF8.self) } }

  func status(of name: String) throws -> FileStatus? { try FileStatus.of(path + "/" + name) }
}

extension URL {
  static let file = URL(string: "https://h.test/a.bin") ?? URL(filePath: "/")
}

extension FileSource {
  static let test = FileSource(url: .file)
}

extension FetchHead {
  /// A whole body with a strong tag.
  static func whole(_ length: Int?, tag: String? = "\"one\"", fields: [String: String] = [:]) -> FetchHead {
    var all: HTTPFields = [:]
    all["ETag"] = tag
    all["Content-Length"] = length.map { "\($0)" }
    for (name, value) in fields { all[name] = value }
    return FetchHead(url: .file, status: 200, fields: all)
  }
}

extension PartialRecord {
  static func test(_ total: Int?, tag: String = "\"one\"", source: FileSource = .test) -> PartialRecord? {
    PartialRecord(source: source, answer: .whole(total, tag: tag))
  }
}

extension PartialFile {
  func append(_ text: String) throws { try append(Data(text.utf8)) }
}

/// The SHA-256 of `hello world`, as sha256sum tells it.
let helloDigest = "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9"
