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
    var generator = SystemRandomNumberGenerator()
    let words = (0..<(2_000 * 2_000 * 3 / 8)).map { _ in generator.next() }
    let bytes = words.withUnsafeBytes { Data($0) }
    let picture = try Picture(Picture.Pixels(width: 2_000, height: 2_000, bytesPerPixel: 3, bytes: bytes))
    let source = folder.path + "/source.png"
    try await picture.encoded(as: .png).write(to: URL(filePath: source))
    let fetcher = Fetcher(transport: URLSessionTransport())
    for _ in 0..<3 {
      var job = ImageJob(.file(source), by: [], fetcher: fetcher)
      job.path = folder.path + "/result.png"
      let run = job.result(by: .async).run()
      while folder.hiddenNames.isEmpty, run.outcome == nil { await Task.yield() }
      run.cancel()
      await job.writingEnded()
      #expect(folder.hiddenNames.isEmpty)
    }
  }
}

extension TemporaryFolder {
  fileprivate var hiddenNames: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0.hasPrefix(".") }
  }
}
