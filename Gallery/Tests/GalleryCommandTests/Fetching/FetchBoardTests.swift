import GalleryJobs
import Testing

@testable import gallery

@Suite("The lines of progress of a batch of fetches")
struct FetchBoardTests {
  private func lines(
    of addresses: [String],
    _ events: [(Duration, FetchEvent)],
    at now: Duration = .seconds(10),
    columns: Int = 100,
    rows: Int = 24
  ) -> [String] {
    var board = FetchBoard(addresses)
    for (time, event) in events { board.take(event, at: time) }
    return board.lines(at: now, columns: columns, rows: rows)
  }

  private func progress(_ index: Int, _ completed: Int64, of total: Int64? = 1_000_000, from: Int64 = 0)
    -> FetchEvent
  {
    .progress(FetchProgress(index: index, url: "", completed: completed, total: total, resumedFrom: from))
  }

  private func end(_ index: Int, _ status: FetchResult.Status, bytes: Int64? = nil) -> FetchEvent {
    var result = FetchResult(index: index, url: "", status: status)
    result.bytes = bytes
    return .file(result)
  }

  @Test("A file has its name, a bar, its bytes, how fast they come, and the time left")
  func one() {
    let events = (0...10).map { (Duration.seconds($0), progress(0, Int64($0) * 50_000)) }
    #expect(
      lines(of: ["https://a.test/long%20name.bin?key=1"], events)
        == ["long name.bin  ██████████░░░░░░░░░░  500 kB  50 kB/s  0:10 left"]
    )
  }

  /// From the whole of what is there, a file that was gone on with at 90 % seemed to need a second more, and needed
  /// ten.
  @Test("Of a file that is gone on with, the time left is guessed from what this run has fetched")
  func resumed() {
    let events = (0...10).map {
      (Duration.seconds($0), progress(0, 900_000 + Int64($0) * 5_000, from: 900_000))
    }
    #expect(
      lines(of: ["/a.bin"], events)
        == ["a.bin     ███████████████████░  950 kB  5 kB/s  0:10 left  from 900 kB"]
    )
  }

  @Test("Of an unknown length there is no bar, and no time left")
  func unknown() {
    let events = [
      (Duration.seconds(8), progress(0, 0, of: nil)), (.seconds(10), progress(0, 2_000, of: nil)),
    ]
    #expect(lines(of: ["/a.bin"], events) == ["a.bin     2 kB  1 kB/s"])
  }

  /// The speed of the last bytes stood there for as long as nothing came.
  @Test("The speed falls while nothing comes")
  func stalled() {
    let events = (0...5).map { (Duration.seconds($0), progress(0, Int64($0) * 100_000)) }
    #expect(lines(of: ["/a.bin"], events, at: .seconds(5))[0].contains("  100 kB/s"))
    #expect(lines(of: ["/a.bin"], events, at: .seconds(60))[0].contains("  0 bytes/s"))
  }

  @Test("Files that have room have a line each, whatever has become of them, and one together")
  func all() {
    let events = [
      (Duration.zero, FetchEvent.trying(index: 1, number: 1)), (.zero, .trying(index: 2, number: 3)),
      (.zero, progress(3, 0)), (.seconds(10), progress(3, 500_000)), (.zero, end(4, .fetched, bytes: 3_000)),
      (.zero, end(5, .failed)), (.zero, end(6, .unchanged)),
    ]
    let lines = lines(of: (0...6).map { "/\($0)" }, events)
    #expect(
      lines == [
        "0         waiting", "1         connecting",
        "2         try 3",
        "3         ██████████░░░░░░░░░░  500 kB  50 kB/s  0:10 left",
        "4         ████████████████████  3 kB  fetched",
        "5         failed", "6         ████████████████████  unchanged",
        "Fetching  ██████████░░░░░░░░░░  3/7  503 kB  50 kB/s  0:10 left",
      ]
    )
  }

  @Test(
    "Where there are more than rows, those under way have a line, as many as fit",
    arguments: [5, 10, 24]
  )
  func many(rows: Int) {
    let events =
      (0..<12).map { (Duration.zero, progress($0, 1)) } + (0..<4).map { (.zero, end($0, .fetched)) }
    let lines = lines(of: (0..<100).map { "/\($0).bin" }, events, rows: rows)
    let shown = min(8, rows - 2)
    #expect(lines.count == shown + 1)
    #expect(lines.dropLast().map { String($0.prefix(6)) } == (4..<4 + shown).map { "\($0).bin ".padding(6) })
    #expect(lines.last?.hasPrefix("Fetching  ") == true && lines.last?.contains("4/100") == true)
    #expect(lines.last?.hasSuffix("\(8 - shown) more under way") == (shown < 8))
  }

  @Test("No line is as wide as the terminal, and no name moves the cursor", arguments: [20, 40, 80])
  func narrow(columns: Int) {
    let name = String(repeating: "x", count: 100) + "%1B%5B2J"
    let events = (0...10).map { (Duration.seconds($0), progress(0, Int64($0) * 50_000)) }
    for line in lines(of: ["/\(name)", "/b"], events, columns: columns) {
      #expect(line.count < columns && !line.contains("\u{1B}"))
    }
    #expect(lines(of: ["/\(name)", "/b"], events)[0].hasPrefix(String(repeating: "x", count: 23) + "…  █"))
  }

  /// A small file may come between two reports of its progress, and seemed to have been nothing.
  @Test(
    "All have the bytes of files that were there before they were told of, and not those of an earlier run"
  )
  func bytes() {
    var resumed = FetchResult(index: 1, url: "", status: .fetched)
    (resumed.bytes, resumed.resumedFrom) = (1_000, 900)
    let events = [(Duration.zero, end(0, .fetched, bytes: 300)), (.zero, .file(resumed))]
    #expect(
      lines(of: ["/a", "/b", "/c"], events).last
        == "Fetching  █████████████░░░░░░░  2/3  400 bytes  0 bytes/s  0:05 left"
    )
  }

  @Test("What came before the first report counts, too")
  func firstReport() {
    let events = [(Duration.zero, progress(0, 200_000)), (.zero, progress(1, 600_000, from: 500_000))]
    #expect(lines(of: ["/a", "/b"], events).last?.contains("  0/2  300 kB  ") == true)
  }

  /// Each event was added up over all files: of twenty thousand none came for seconds.
  @Test("Of a hundred thousand files an event costs no more than of two", .timeLimit(.minutes(1)))
  func hundredThousand() {
    let events = (0..<100_000).map { (Duration.zero, end($0, .cancelled)) }
    #expect(lines(of: (0..<100_000).map { "/\($0)" }, events).last?.contains("100000/100000") == true)
  }

  /// A line that was too wide went on in the next one, and from then on the lines were drawn in each other's places.
  @Test("Names of wide letters take two columns each")
  func wide() {
    let name = "新しい音楽のアルバム一覧表ファイル.bin"
    let events = (0...10).map { (Duration.seconds($0), progress(0, Int64($0) * 50_000)) }
    #expect(lines(of: ["/\(name)"], events)[0].hasPrefix("新しい音楽のアルバム一…   █"))
    #expect(lines(of: ["/Mèo.bin", "/猫.bin"], [])[0...1] == ["Mèo.bin   waiting", "猫.bin    waiting"])
    for columns in 10...100 {
      for line in lines(of: ["/\(name)"], events, columns: columns) { #expect(line.columns < columns) }
    }
    #expect(["", "a", "é", "e\u{301}", "한", "🐈", "❤️"].map(\.columns) == [0, 1, 1, 1, 2, 2, 2])
  }

  @Test("An empty file is whole, and none are no mistake")
  func empty() {
    #expect(
      lines(of: ["/a.bin"], [(.zero, progress(0, 0, of: 0))])[0].contains("████████████████████  0 bytes")
    )
    #expect(lines(of: [], []).isEmpty)
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String { String((self + "      ").prefix(width)) }
}
