import ArgumentParser
import GalleryDatabase

/// What `gallery backup`, `gallery restore` and `gallery migrate` have in common.
struct BackupOptions: ParsableArguments {
  @Flag(help: "Write a JSON line to standard output.")
  var json = false

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

  /// Says which files were lost on the way.
  ///
  /// - Throws: `ExitCode` 1 where there are any.
  func complain(of missing: [Int64]) throws {
    for id in missing {
      Output.complain(
        "The file of thing \(id) is lost or damaged, and was left out; delete it, and keep it anew."
      )
    }
    if !missing.isEmpty { throw ExitCode.failure }
  }
}

private struct BackupSummary: Encodable {
  let rows: Int
  let files: Int
  let bytes: Int64
}
