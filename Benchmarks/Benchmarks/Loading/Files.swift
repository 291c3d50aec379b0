import Benchmark
import ErrandsLoading
import Foundation

/// One large file.
func addFiles() {
  Benchmark("1 GiB to a file: Errands") { benchmark in
    let upstream = try UpstreamProcess()
    let folder = try TemporaryFolder()
    let fetcher = Fetcher.benchmarked()
    var options = DownloadOptions()
    options.byteLimit = .max
    let request = FetchRequest(upstream.url.appending(path: "large"))
    let destination = Destination(file: folder.url.appending(path: "file").path)
    benchmark.startMeasurement()
    let file = try await fetcher.download(request, to: destination, options: options).value()
    benchmark.stopMeasurement()
    precondition(file.byteCount == 1 << 30, "the file is not whole")
  }

  Benchmark("1 GiB to a file: curl") { benchmark in
    let upstream = try UpstreamProcess()
    let folder = try TemporaryFolder()
    let address = upstream.url.appending(path: "large").absoluteString
    benchmark.startMeasurement()
    try await curl(["--output", folder.url.appending(path: "file").path, address])
    benchmark.stopMeasurement()
  }
}

/// Runs curl to its end.
func curl(_ arguments: [String]) async throws {
  let curl = Process()
  curl.executableURL = URL(filePath: "/usr/bin/env")
  curl.arguments = ["curl", "--silent", "--fail"] + arguments
  let status = try await withCheckedThrowingContinuation { continuation in
    curl.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
    do { try curl.run() } catch { continuation.resume(throwing: error) }
  }
  precondition(status == 0, "curl has failed, or is not installed")
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
