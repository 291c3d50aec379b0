import ErrandsImages
import ErrandsLoading
import ErrandsTesting
import Foundation
import GalleryJobs
import Testing

@Suite("An image job", .timeLimit(.minutes(1)))
struct ImageJobTests {
  /// Of twelve that were interrupted while they wrote nine left a hidden file of up to sixty megabytes.
  @Test("that is cancelled while it writes has taken away what it wrote when its writing has ended")
  func cancelledWhileWriting() async throws {
    let folder = try TemporaryFolder()
    // Noise, so that the file is large.
    let noise = try #require(FileHandle(forReadingAtPath: "/dev/urandom"))
    let bytes = try #require(try noise.read(upToCount: 2_000 * 2_000 * 3))
    let picture = try Picture(Picture.Pixels(width: 2_000, height: 2_000, bytesPerPixel: 3, bytes: bytes))
    let source = folder.path + "/source.png"
    try await picture.encoded(as: .png).write(to: URL(filePath: source))
    let fetcher = Fetcher(transport: URLSessionTransport())
    var seen = 0
    for _ in 0..<3 {
      var job = ImageJob(.file(source), by: [], fetcher: fetcher)
      job.path = folder.path + "/result.png"
      let run = job.result(by: .async).run()
      while folder.hiddenNames.isEmpty, run.outcome == nil { await Task.yield() }
      run.cancel()
      if !folder.hiddenNames.isEmpty { seen += 1 }
      await job.writingEnded()
      #expect(folder.hiddenNames.isEmpty)
    }
    #expect(seen > 0, "or nothing was cancelled while it was written")
  }
}

extension TemporaryFolder {
  fileprivate var hiddenNames: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0.hasPrefix(".") }
  }
}
