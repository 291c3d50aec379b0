import Foundation

/// A disk of so many bytes, where this may mount one.
final class SmallDisk {
  private let path: String

  /// Whether it may, said where it may not: what is tried on such disks is left out then.
  static let isPossible: Bool = {
    removeThoseLeft()
    if geteuid() == 0, let folder = try? TemporaryFolder(),
      (try? SmallDisk(at: folder.path, bytes: 1 << 20)) != nil
    {
      return true
    }
    print("What happens on a full disk is not tried: only root may mount a small one.")
    return false
  }()

  /// Which process a disk is of stands in its name.
  private static let name = "errands-test-"

  init(at path: String, bytes: Int) throws {
    try Self.run("mount", "-t", "tmpfs", "-o", "size=\(bytes)", Self.name + "\(getpid())", path)
    self.path = path
  }

  /// The disks of tests that were killed stayed mounted until the machine was started anew.
  private static func removeThoseLeft() {
    let mounts = (try? String(contentsOfFile: "/proc/mounts", encoding: .utf8)) ?? ""
    for fields in mounts.split(separator: "\n").map({ $0.split(separator: " ") }) where fields.count > 1 {
      guard fields[0].hasPrefix(name), let owner = pid_t(fields[0].dropFirst(name.count)),
        kill(owner, 0) != 0, errno == ESRCH
      else { continue }
      try? run("umount", "-l", String(fields[1]))
    }
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
