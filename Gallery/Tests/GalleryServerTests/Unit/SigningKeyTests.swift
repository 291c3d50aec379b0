import Foundation
import Testing

@testable import GalleryServer

/// With a key of the process's own, every picture of an open page was refused after the server had been started again.
@Suite("The key that addresses of pictures are signed with")
final class SigningKeyTests {
  private let place = FileManager.default.temporaryDirectory.appending(path: "gallery-\(UUID().uuidString)")
  private var folder: URL { place.appending(path: "data") }
  private var file: URL { folder.appending(path: "signing-key") }
  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
  }

  deinit { try? FileManager.default.removeItem(at: place) }

  private func put(_ bytes: Data, mode: Int = 0o600) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try bytes.write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
  }

  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  @Test("It is made once, for its user alone, and kept")
  func made() throws {
    let key = try SigningKey(keptIn: file)
    #expect(key.bytes.count == 32)
    #expect(try SigningKey(keptIn: file).bytes == key.bytes)
    #expect(try mode(file) == 0o600)
    #expect(try mode(folder) == 0o700)
    #expect(try names == ["signing-key"])
    #expect(SigningKey().bytes != key.bytes)
  }

  @Test("Of many who begin at the same time all have the same")
  func together() async throws {
    let keys = try await withThrowingTaskGroup(of: Data.self) { [file] group in
      for _ in 0..<32 { group.addTask { try SigningKey(keptIn: file).bytes } }
      return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
    #expect(try names == ["signing-key"])
  }

  @Test("One that others can read is not used, and stays as it is", arguments: [0o644, 0o640, 0o602, 0o601])
  func readByOthers(_ mode: Int) throws {
    let bytes = SigningKey().bytes
    try put(bytes, mode: mode)
    #expect(throws: SigningKeyError.open(file.path)) { try SigningKey(keptIn: file) }
    #expect(try Data(contentsOf: file) == bytes)
    #expect(try self.mode(file) == mode)
  }

  @Test("One that is damaged is told, and stays as it is", arguments: [0, 1, 31, 33, 100_000])
  func damaged(_ count: Int) throws {
    try put(Data(repeating: 7, count: count))
    #expect(throws: SigningKeyError.damaged(file.path)) { try SigningKey(keptIn: file) }
    #expect(try Data(contentsOf: file).count == count)
  }

  @Test("A link to another file, a folder and a pipe are none")
  func noFile() throws {
    try put(SigningKey().bytes)
    let link = folder.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    let pipe = folder.appending(path: "pipe")
    try #require(mkfifo(pipe.path, 0o600) == 0)
    for other in [link, pipe, folder] {
      #expect(throws: SigningKeyError.damaged(other.path)) { try SigningKey(keptIn: other) }
    }
  }

  @Test("A folder that cannot be made is told")
  func noFolder() throws {
    try put(Data())
    let inside = file.appending(path: "signing-key")
    let error = #expect(throws: SigningKeyError.self) { try SigningKey(keptIn: inside) }
    #expect(error?.description.contains("signing-key/signing-key") == true)
    #expect(error?.description.contains("--data") == true)
  }

  @Test("What is wrong is said with the file's name, and what to do")
  func sentences() {
    for error in [
      SigningKeyError.open("/d/key"), .damaged("/d/key"), .unusable("/d/key", reason: "no space"),
    ] {
      #expect("\(error)".contains("/d/key"))
      #expect("\(error)".contains(";") && "\(error)".hasSuffix("."))
    }
  }
}
