import ArgumentParser
import Foundation
import GalleryDatabase

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Writes the library, its files and the batches to one file.",
    discussion: """
      A server may be running on the same folder meanwhile. The file is one of SQLite's, and gallery restore makes a library of \
      it; the key that addresses are signed with is not in it.
      """
  )

  @Argument(help: ArgumentHelp("The file to write.", valueName: "FILE"))
  var file: String

  @Flag(help: "Replace FILE where it is there.")
  var replace = false

  @OptionGroup var options: BackupOptions

  func validate() throws { try options.check(file) }

  func run() async throws {
    let location = options.library.location
    let path = location.path(percentEncoded: false)
    // Opening makes one where there is none.
    guard FileManager.default.fileExists(atPath: path) else { throw BackupError.noLibrary(path) }
    let library = try Library(at: location)
    let count = try library.backUp(to: file, replacing: replace)
    options.tell(count, "written to \(file)")
    for id in count.missing {
      Output.complain("The file of thing \(id) is lost or damaged, and is not in the backup; keep it anew.")
    }
    if !count.missing.isEmpty { throw ExitCode.failure }
  }
}
