import Foundation

/// A disk of so many bytes, where this may mount one.
final class SmallDisk {
  private let path: String

  static var isPossible: Bool {
    guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
    return (try? SmallDisk(at: folder.path, bytes: 1 << 20)) != nil
  }

  init(at path: String, bytes: Int) throws {
    try Self.run("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "errands-test", path)
    self.path = path
  }

  deinit { try? Self.run("umount", "-l", path) }

  func grow(to bytes: Int) throws { try Self.run("mount", "-o", "remount,size=\(bytes)", path) }

  private static func run(_ command: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw POSIXError(.EPERM) }
  }
}
