import Benchmark
import ErrandsLoading
import ErrandsUpstream
import Foundation

/// One large file.
func addFiles() {
  let size = 1 << 30
  let large = [UInt8](repeating: 7, count: 1 << 16)
  let serve: @Sendable (RecordedRequest) -> Script = { _ in
    Script(status: 200, framing: .length(size), steps: [.repeating(large, count: size >> 16)])
  }

  Benchmark("1 GiB to a file: Errands") { benchmark in
    let upstream = try await ScriptedUpstream.start(respond: serve)
    let folder = try TemporaryFolder()
    let fetcher = Fetcher.benchmarked()
    var options = DownloadOptions()
    options.byteLimit = .max
    let request = FetchRequest(upstream.url("/file"))
    let destination = Destination(file: folder.url.appending(path: "file").path)
    benchmark.startMeasurement()
    let file = try await fetcher.download(request, to: destination, options: options).value()
    benchmark.stopMeasurement()
    precondition(file.byteCount == Int64(size), "the file is not whole")
    await upstream.stop()
  }

  Benchmark("1 GiB to a file: curl") { benchmark in
    let upstream = try await ScriptedUpstream.start(respond: serve)
    let folder = try TemporaryFolder()
    let curl = Process()
    curl.executableURL = URL(filePath: "/usr/bin/env")
    let file = folder.url.appending(path: "file").path
    curl.arguments = ["curl", "--silent", "--fail", "--output", file, upstream.url("/file").absoluteString]
    benchmark.startMeasurement()
    try curl.run()
    let status = await withCheckedContinuation { continuation in
      curl.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
    }
    benchmark.stopMeasurement()
    precondition(status == 0, "curl has failed, or is not installed")
    await upstream.stop()
  }
}

/// A folder that goes with the last who holds it.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "errands-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
