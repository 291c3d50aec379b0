import Foundation
import Testing

@testable import ErrandsLoading

@Suite("An open file")
struct OpenFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ name: String = "a", _ flags: Int32 = O_RDWR | O_CREAT) throws -> OpenFile {
    try OpenFile(folder.path + "/" + name, flags)
  }

  @Test("It is written and read at any place")
  func content() throws {
    let file = try open()
    try file.write(Data("0123456789".utf8)[3..<8], at: 2)
    #expect(try file.content(limit: 7) == Data([0, 0] + "34567".utf8))
    #expect(try file.content(limit: 6) == nil)
    try file.truncate(to: 3)
    #expect(try file.content(limit: 100) == Data([0, 0] + "3".utf8))
    try file.truncate(to: 0)
    #expect(try file.content(limit: 100) == Data())
    #expect(try file.status.kind == .file)
  }

  @Test("Of two that have the same file open, one has its lock, also in one process")
  func lock() throws {
    var first: OpenFile? = try open()
    let second = try open()
    #expect(try first?.lock() == .locked)
    #expect(try second.lock() == .busy)
    first = nil
    #expect(try second.lock() == .locked)
    second.close()
    second.close()
    #expect(try open().lock() == .locked)
    #expect(throws: POSIXError(.EBADF)) { try second.status }
  }

  @Test(
    "It is closed when the last reference goes",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"))
  )
  func closed() throws {
    func isOpen() throws -> Bool {
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      return open.contains { FilePlace.resolved("/proc/self/fd/" + $0) == folder.path + "/a" }
    }
    var file: OpenFile? = try open()
    #expect(try file?.status.size == 0)
    #expect(try isOpen())
    file = nil
    #expect(try !isOpen())
  }

  /// A child that had it held its lock, and no download could go on before the child had ended.
  @Test(
    "A program that is started meanwhile does not have it",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"))
  )
  func inherited() throws {
    let file = try open()
    let all = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let descriptor = all.first { FilePlace.resolved("/proc/self/fd/" + $0) == folder.path + "/a" }
    let flags = fcntl(try #require(descriptor.flatMap { Int32($0) }), F_GETFD)
    #expect(flags & FD_CLOEXEC != 0)
    file.close()
  }

  @Test("What is missing, and what is no folder, is an error or nothing")
  func missing() throws {
    #expect(throws: POSIXError(.ENOENT)) { try open("no/such") }
    #expect(try FileStatus.of(folder.path + "/no") == nil)
    try folder.put("x", in: "f")
    #expect(throws: POSIXError(.ENOTDIR)) { try FileStatus.of(folder.path + "/f/g") }
    #expect(throws: POSIXError(.ENOTDIR)) { try OpenFile.flush(folder: folder.path + "/f") }
    #expect(throws: POSIXError(.ENOENT)) { try OpenFile.flush(folder: folder.path + "/g") }
    try OpenFile.flush(folder: folder.path)
  }
}
