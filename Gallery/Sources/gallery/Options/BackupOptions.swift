import ArgumentParser
import GalleryDatabase

/// What `gallery backup` and `gallery restore` have in common.
struct BackupOptions: ParsableArguments {
  @Flag(help: "Write a JSON line to standard output.")
  var json = false

  @OptionGroup var library: LibraryOption

  func check(_ file: String) throws {
    guard !file.isEmpty else { throw ValidationError("FILE is empty; name a file.") }
  }

  func tell(_ count: BackupCount, _ outcome: String) {
    if json {
      Output.line(["summary": BackupSummary(rows: count.rows, files: count.files, bytes: count.bytes)])
    } else {
      Output.write("\(count.rows) rows · \(count.files) files · \(count.bytes.size) · \(outcome.plain)\n")
    }
  }
}

private struct BackupSummary: Encodable {
  let rows: Int
  let files: Int
  let bytes: Int64
}
