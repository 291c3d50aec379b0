import Benchmark
import CVipsPeer
import ErrandsImages
import Foundation

/// Each of ours stands beside what a user would take instead, in the same run: compare within a pair only. The other
/// programs are begun for each image, as they would be, and have one thread.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(metrics: [.wallClock, .cpuTotal], maxDuration: .seconds(8))
  peer_start()
  addThumbnails()
  addRecipes()
  addAnimations()
  addLoaded()
}

/// A photograph of 12 megapixels, as a JPEG: grain over a drawing, so that it has as much to decode as one.
let photograph = Task {
  let grain =
    "<filter id='f'><feTurbulence baseFrequency='0.02' numOctaves='4'/><feColorMatrix values='"
    + "1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0 1'/></filter><rect width='4000' height='3000' filter='url(#f)'/>"
  let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='4000' height='3000'>\(grain)</svg>"
  return try await ImageRenderer.render(svg: svg, width: 4_000, height: 3_000).encoded(as: .jpeg(quality: 85))
}

/// A file of its own, gone with this.
final class TemporaryFile: Sendable {
  let path: String

  init(_ bytes: Data, named name: String) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "errands-\(UUID().uuidString)-\(name)")
      .path(percentEncoded: false)
    try bytes.write(to: URL(filePath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// The one that the tests have installed Pillow for, where they have run.
let python: String = {
  let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
  let own = root.appending(path: ".venv/bin/python").path(percentEncoded: false)
  return FileManager.default.isExecutableFile(atPath: own) ? own : "python3"
}()

/// Whether a program is installed; one that is not is left out.
func isInstalled(_ program: String) -> Bool { (try? run("which", [program], mayFail: true)) == true }

/// Runs another program to its end, on one thread; false where it has failed and may.
@discardableResult
func run(_ program: String, _ arguments: [String], mayFail: Bool = false) throws -> Bool {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [program] + arguments
  process.environment = ProcessInfo.processInfo.environment.merging(
    ["VIPS_CONCURRENCY": "1", "OMP_NUM_THREADS": "1", "MAGICK_THREAD_LIMIT": "1"]
  ) { $1 }
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  precondition(mayFail || process.terminationStatus == 0, "\(program) has failed")
  return process.terminationStatus == 0
}
