import ErrandsUpstream
import Foundation
import Testing

@Suite("gallery gifs", .timeLimit(.minutes(2)))
struct GifsCommandTests {
  static let styles = ["async", "closure", "delegate", "group", "stream"]

  /// A hit that lacks everything but its id, and one from which nothing is missing.
  private static let hits = [GiphyDouble.hit("1"), #"{"id":"2"}"#]

  @Test("prints an object for each hit, then the summary", arguments: styles)
  func listing(style: String) async throws {
    let upstream = try await GiphyDouble.start(Self.hits)
    let result = try await Program.run(
      "gifs",
      "mèo",
      "--json",
      "--style",
      style,
      "--allow-private-addresses",
      "--giphy",
      upstream.url.absoluteString
    )
    #expect(result.code == 1)
    let sentence =
      "Giphy has no picture of a hit without a title (id \"2\") that can be loaded; look at its page there."
    #expect(result.errors == sentence + "\n")
    let expected = [
      #"{"bytes":9,"height":270,"id":"1","rating":"g","title":"Cat 1","url":"\#(upstream.url)/media/1.gif","#
        + #""width":480}"#,
      #"{"bytes":null,"error":"Giphy has no picture of a hit without a title (id \"2\") that can be loaded; look "#
        + #"at its page there.","height":null,"id":"2","rating":null,"title":null,"url":null,"width":null}"#,
      #"{"summary":{"downloaded":0,"failed":1,"found":2}}"#,
    ]
    #expect(result.output == expected.map { $0 + "\n" }.joined())
    await upstream.stop()
  }

  /// Giphy said 480 × 270 and 9 bytes; what came is what counts.
  @Test("downloads each hit, and says the same in every style", arguments: styles)
  func download(style: String) async throws {
    let folder = try Folder()
    let upstream = try await GiphyDouble.start(Self.hits)
    let to = folder.path + "/new/gifs"
    let result = try await Program.run(
      "gifs",
      "mèo",
      "--json",
      "--style",
      style,
      "--to",
      to,
      "--allow-private-addresses",
      "--giphy",
      upstream.url.absoluteString
    )
    #expect(result.code == 1)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.contains(
        #"{"bytes":66,"frames":2,"height":1,"id":"1","path":"\#(to)/cat-1-1.gif","rating":"g","title":"Cat 1","#
          + #""url":"\#(upstream.url)/media/1.gif","width":1}"#
      ),
      "\(lines)"
    )
    #expect(lines.contains { $0.contains(#""frames":null"#) && $0.contains(#""path":null"#) })
    #expect(lines.last == #"{"summary":{"downloaded":1,"failed":1,"found":2}}"#)
    #expect(lines.count == 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: to) == ["cat-1-1.gif"])
    await upstream.stop()
  }

  @Test("needs no network and no key: the embedded upstream is in the program", arguments: styles)
  func embedded(style: String) async throws {
    let folder = try Folder()
    let arguments = [
      "gifs", "mèo", "--json", "--limit", "3", "--style", style, "--rendition", "fixed_width_small",
    ]
    let program = try Program(arguments + ["--to", folder.path], environment: [:])
    #expect(try await program.exitCode() == 0)
    #expect(program.errors.text.isEmpty)
    let lines = try GifLines(program.output.text)
    #expect(lines.summary == GifLines.Summary(found: 3, downloaded: 3, failed: 0))
    for hit in lines.hits {
      let path = try #require(hit.path)
      let file = try #require(FileManager.default.contents(atPath: path))
      #expect(file.count == hit.bytes && hit.width == 100)
      #expect(try #require(hit.frames) > 1)
    }
    #expect(folder.names.count == 3)
  }

  @Test("downloads the same files again in place of the old ones")
  func again() async throws {
    let folder = try Folder()
    let arguments = [
      "gifs", "cat", "--json", "--limit", "2", "--rendition", "fixed_width_small", "--to", folder.path,
    ]
    var names: [[String]] = []
    for _ in 0..<2 {
      #expect(try await Program(arguments).exitCode() == 0)
      names.append(folder.names)
    }
    #expect(names[0].count == 2 && names[0] == names[1])
  }

  /// Names of files with `../`, `%2e%2e`, 4 KB, emoji, control characters, and a hurtful Content-Disposition.
  @Test("writes nowhere but in its folder, whatever the server calls its files")
  func danger() async throws {
    let folder = try Folder()
    let to = folder.path + "/in/here"
    let result = try await Program.run(
      "gifs",
      "danger",
      "--json",
      "--to",
      to,
      "--rendition",
      "fixed_width_small"
    )
    #expect(result.code == 0)
    let lines = try GifLines(result.output)
    #expect(lines.hits.count > 10)
    let names = try FileManager.default.contentsOfDirectory(atPath: to)
    #expect(Set(lines.hits.compactMap(\.path)) == Set(names.map { to + "/" + $0 }))
    #expect(names.count == lines.hits.count)
    for name in names { #expect(!name.hasPrefix(".") && name.hasSuffix(".gif") && name.utf8.count <= 255) }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).count == names.count + 2)
  }

  @Test(
    "finds what was meant, whatever is in the keyword",
    arguments: [
      "mèo", "me\u{300}o", "🐈‍⬛", "a&b=c", "#1", "a/b", "..", "../../etc/passwd", "1+1", "100%", "-- cat",
      "\u{1B}[2J",
      String(repeating: "ệ", count: 50),
    ]
  )
  func keywords(keyword: String) async throws {
    let upstream = try await GiphyDouble.start([GiphyDouble.hit("1")])
    let result = try await Program.run(
      "gifs",
      "--json",
      "--allow-private-addresses",
      "--giphy",
      upstream.url.absoluteString,
      "--",
      keyword
    )
    #expect(result.code == 0)
    let query = try #require(try await upstream.request(1).query)
    let items = URLComponents(string: "?" + query)?.queryItems
    #expect(items?.first { $0.name == "q" }?.value == keyword.precomposedStringWithCanonicalMapping)
    #expect(items?.count == 3)
    await upstream.stop()
  }

  @Test("says that nothing was found, which is no failure")
  func nothing() async throws {
    let result = try await Program.run("gifs", "zzz nothing\u{1B}[2J", "--json")
    #expect(result.code == 0)
    #expect(result.output == #"{"summary":{"downloaded":0,"failed":0,"found":0}}"# + "\n")
    #expect(result.errors == "Giphy found nothing for “zzz nothing�[2J”; try another word.\n")
  }

  @Test("shows people a table, with the mark that Giphy asks for")
  func table() async throws {
    let folder = try Folder()
    let upstream = try await GiphyDouble.start([
      GiphyDouble.hit("1"), GiphyDouble.hit("2", title: #"Cat\u001b[2J"#),
    ]) {
      $0.path == "/media/1.gif" ? GiphyDouble.gif() : .status(404)
    }
    let options = ["--allow-private-addresses", "--giphy", upstream.url.absoluteString]
    let list = try Program(["gifs", "cat"] + options)
    #expect(try await list.exitCode() == 0)
    #expect(list.output.lines[0] == "Cat 1 · 480 × 270 · 9 bytes · g")
    #expect(list.output.lines[1] == "  \(upstream.url)/media/1.gif")
    #expect(list.output.lines[2] == "Cat�[2J · 480 × 270 · 9 bytes · g")
    #expect(list.output.lines.suffix(2) == ["2 found · 0 downloaded · 0 failed", "Powered By GIPHY"])
    let download = try Program(["gifs", "cat", "--to", folder.path] + options)
    #expect(try await download.exitCode() == 1)
    let rows = download.output.lines
    #expect(rows[0] == "Cat 1 · 1 × 1 · 2 frames · 66 bytes · g")
    #expect(rows[1] == "  \(folder.path)/cat-1-1.gif")
    #expect(download.errors.text.hasSuffix(" answered 404 (Not Found); check the address.\n"))
    #expect(download.errors.lines.count == 1)
    #expect(rows.dropFirst(2) == ["2 found · 1 downloaded · 1 failed", "Powered By GIPHY"])
    #expect(!(list.output.text + download.output.text + download.errors.text).contains("\u{1B}"))
    await upstream.stop()
  }

  @Test("says that no hit has the rendition that was asked for, and takes the next best")
  func rendition() async throws {
    let upstream = try await GiphyDouble.start([GiphyDouble.hit("1")])
    let result = try await Program.run(
      "gifs",
      "cat",
      "--json",
      "--rendition",
      "orignal",
      "--allow-private-addresses",
      "--giphy",
      upstream.url.absoluteString
    )
    #expect(result.code == 0)
    #expect(result.errors == "No hit has a rendition called “orignal”; the next best of each is taken.\n")
    #expect(try GifLines(result.output).hits.map(\.id) == ["1"])
    await upstream.stop()
  }

  @Test("ends at an interrupt, with what is done kept and the summary last", arguments: styles)
  func interrupt(style: String) async throws {
    let folder = try Folder()
    let stalled = Script(framing: .length(100), steps: [.text("GIF89a"), .stall])
    let upstream = try await GiphyDouble.start((0..<4).map { GiphyDouble.hit("\($0)") }) {
      $0.path == "/media/0.gif" ? GiphyDouble.gif() : stalled
    }
    let program = try Program([
      "gifs", "cat", "--json", "--style", style, "--to", folder.path, "--allow-private-addresses", "--giphy",
      upstream.url.absoluteString,
    ])
    _ = try await program.output.line(1)
    _ = try await upstream.request(5)
    program.interrupt()
    #expect(try await program.exitCode() == 130)
    #expect(program.errors.text.isEmpty)
    let lines = try GifLines(program.output.text)
    #expect(lines.hits.map(\.id) == ["0"])
    #expect(lines.summary == GifLines.Summary(found: 4, downloaded: 1, failed: 0))
    #expect(folder.names == ["cat-0-0.gif"])
    try await upstream.earlyCloses(atLeast: 3)
    await upstream.stop()
  }

  @Test("ends at an interrupt in the middle of the search", arguments: styles)
  func interruptedSearch(style: String) async throws {
    let upstream = try await ScriptedUpstream.start { _ in Script(framing: .length(10), steps: [.stall]) }
    let program = try Program([
      "gifs", "cat", "--json", "--style", style, "--allow-private-addresses", "--giphy",
      upstream.url.absoluteString,
    ])
    _ = try await upstream.request(1)
    program.interrupt()
    #expect(try await program.exitCode() == 130)
    #expect(program.output.text == #"{"summary":{"downloaded":0,"failed":0,"found":0}}"# + "\n")
    try await upstream.earlyCloses(atLeast: 1)
    await upstream.stop()
  }
}
