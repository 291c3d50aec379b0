import ArgumentParser

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Writes the library, its files and the batches to one file.",
    discussion: """
      Servers may be running meanwhile. The file is one of SQLite's, and gallery restore makes a library of \
      it; the key that addresses are signed with is not in it.
      """
  )

  @Argument(help: ArgumentHelp("The file to write.", valueName: "FILE"))
  var file: String

  @Flag(help: "Replace FILE where it is there.")
  var replace = false

  @OptionGroup var options: BackupOptions

  @OptionGroup var library: LibraryOption

  func validate() throws { try options.check(file) }

  func run() async throws {
    let count = try await library.place.backUp(to: file, replacing: replace)
    options.tell(count, "written to \(file)")
    try options.complain(of: count.missing)
  }
}
