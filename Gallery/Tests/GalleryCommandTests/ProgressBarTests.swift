import Testing

@testable import gallery

@Suite("The text of a line of progress")
struct ProgressBarTests {
  private func text(
    _ progress: JobProgress,
    after elapsed: Duration = .zero,
    speed: Double? = nil,
    label: String = "Loading photos",
    width: Int = 100
  ) -> String {
    ProgressBar(label: label, width: width).text(progress, after: elapsed, speed: speed)
  }

  @Test("It says what is done, with a bar, the count, the bytes, how fast they come, and the time left")
  func whole() {
    let progress = JobProgress(settled: 25, of: 100, bytes: 3_000_000)
    #expect(
      text(progress, after: .seconds(10), speed: 1_200_000)
        == "Loading photos  █████░░░░░░░░░░░░░░░  25/100  3 MB  1.2 MB/s  0:30 left"
    )
  }

  @Test(
    "The bar is full with the last, and not before",
    arguments: [(0, 0), (1, 0), (50, 10), (99, 19), (100, 20)]
  )
  func bar(settled: Int, full: Int) {
    let line = text(JobProgress(settled: settled, of: 100))
    #expect(line.filter { $0 == "█" }.count == full)
    #expect(line.filter { $0 == "░" }.count == 20 - full)
  }

  @Test("What nobody knows is left out: a size, a count, a speed")
  func unknown() {
    #expect(text(JobProgress(bytes: 1000)) == "Loading photos  1 kB")
    #expect(text(JobProgress(settled: 1, of: 2)) == "Loading photos  ██████████░░░░░░░░░░  1/2")
    #expect(text(JobProgress(settled: 0, of: 0)).hasSuffix("0/0"))
  }

  @Test(
    "The time left is a guess from the time that has passed: none in the first second, nor at either end",
    arguments: [
      (1, 900, nil), (1, 1000, "1:39 left"), (50, 4000, "0:04 left"), (0, 60_000, nil), (100, 60_000, nil),
      (1, 60_000, "1:39:00 left"),
    ] as [(Int, Int, String?)]
  )
  func left(settled: Int, milliseconds: Int, left: String?) {
    let line = text(JobProgress(settled: settled, of: 100), after: .milliseconds(milliseconds))
    #expect(line.hasSuffix("left") == (left != nil))
    if let left { #expect(line.hasSuffix("  " + left), "\(line)") }
  }

  /// A line that is too long goes on in the next one, and is never drawn over again: the terminal filled with them.
  @Test("It is never as wide as the terminal, and the most important comes first", arguments: 1...90)
  func narrow(width: Int) {
    let progress = JobProgress(settled: 25, of: 100, bytes: 3_000_000)
    let address = "Loading https://example.org/a/long/path/to/a/feed/albums.json?country=vn"
    for label in ["Loading photos", address] {
      let line = text(progress, after: .seconds(10), speed: 1_200_000, label: label, width: width)
      #expect(line.count < max(width, 2))
    }
    let line = text(progress, after: .seconds(10), speed: 1_200_000, label: address, width: width)
    if width >= 30 { #expect(line.hasPrefix("Loading https:/") && line.contains("25/100")) }
  }

  @Test("What somebody else has written moves no cursor")
  func control() {
    #expect(!text(JobProgress(bytes: 1), label: "Loading \u{1B}[2J\n").contains("\u{1B}"))
  }
}
