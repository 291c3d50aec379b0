import Testing

/// What was typed stands in the complaint about it: as it was typed, and so that it does nothing to the terminal.
@Suite("What was typed")
struct QuotedInputTests {
  /// Escape sequences out of a list were made visible, and those of an argument were not; and an address below the
  /// embedded upstream was told with a host in front that nobody had typed.
  @Test(
    "is quoted as it was typed, without what a terminal obeys",
    arguments: [
      (["models", "/a\u{1B}[31mb"], "“/a�[31mb” cannot be fetched"),
      (["fetch", "/files/a\u{1B}[31m.bin?bytes=3"], "“/files/a�[31m.bin?bytes=…” cannot be fetched"),
      (["music", "--upstream", "\u{1B}[31m"], "�[31m"),
    ]
  )
  func quoted(_ arguments: [String], _ sentence: String) async throws {
    let result = try await Program.run(arguments)
    #expect(result.code == 2)
    #expect(result.errors.contains(sentence), "\(result.errors)")
    #expect(!result.errors.contains("\u{1B}") && !result.errors.contains("http://embedded"))
  }

  /// Each address of a list was refused for it, one after the other, as though a load had failed.
  @Test(
    "is refused at once where the program writes it itself",
    arguments: ["Content-Length: 5", "transfer-encoding: chunked", "Connection: close", "Upgrade: h2c"]
  )
  func carried(_ field: String) async throws {
    let result = try await Program.run(["fetch", "/files/a.bin?bytes=10", "--header", field])
    #expect(result.code == 2)
    let name = field.prefix { $0 != ":" }
    #expect(
      result.errors.contains("--header \(name): that is written by the program itself"),
      "\(result.errors)"
    )
  }

  @Test("is named where there is nothing: an empty source was told without a word for it")
  func empty() async throws {
    let result = try await Program.run(["image", ""])
    #expect(result.code == 2)
    #expect(result.errors.contains("SOURCE is empty"), "\(result.errors)")
  }
}
