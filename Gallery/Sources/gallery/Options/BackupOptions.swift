import ArgumentParser
import GalleryDatabase

/// What both ways of a backup take, and how they tell what became of it.
struct BackupOptions: ParsableArguments {
  @Flag(help: "Replace what is there already.")
  var replace = false

  @Flag(help: "Write a JSON line to standard output, and everything for people to standard error.")
  var json = false

  @Option(
    help: ArgumentHelp("Where the library lives. (default: the platform's folder for data)", valueName: "DIR")
  )
  var data: String?

  func validate() throws {
    guard data?.isEmpty != true else { throw ValidationError("--data is empty; name a folder.") }
  }

  func tell(_ summary: LibraryBackup.Summary, _ place: String) {
    if summary.missing > 0 {
      Output.complain(
        "\(summary.missing) files were lost or damaged before; their things are there without them."
      )
    }
    if json { return Output.line(["summary": summary]) }
    Output.write(
      "\(place) \(summary.rows) things and batches, \(summary.files) files, \(Int64(summary.bytes).size).\n"
    )
  }
}
