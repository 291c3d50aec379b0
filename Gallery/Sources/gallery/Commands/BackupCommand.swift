import ArgumentParser
import Foundation
import GalleryDatabase

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Writes the library and the batches to one file.",
    discussion: """
      A server may be running on the same folder: the backup is of the moment in which it begins. It is a database of SQLite's, \
      which gallery restore takes. Passwords, sessions and the cache are not in it.
      """
  )

  @Argument(help: ArgumentHelp("The file to write.", valueName: "FILE"))
  var file: String

  @OptionGroup var options: BackupOptions

  func validate() throws {
    guard !file.isEmpty else { throw ValidationError("The name of the file is empty; name one.") }
  }

  func run() async throws {
    let library = try Library(at: DataFolder(options.data).library)
    let summary = try LibraryBackup.write(library, to: file, replaces: options.replace)
    options.tell(summary, "\(file.plain) has")
  }
}

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Makes the library and the batches of a backup.",
    discussion: """
      All of the backup is looked through before anything is changed. No server may be running on the folder meanwhile; batches \
      that were running in the backup go on when one is started.
      """
  )

  @Argument(help: ArgumentHelp("What gallery backup has written.", valueName: "FILE"))
  var file: String

  @OptionGroup var options: BackupOptions

  func validate() throws {
    guard !file.isEmpty else { throw ValidationError("The name of the file is empty; name one.") }
  }

  func run() async throws {
    let location = DataFolder(options.data).library
    let summary = try LibraryBackup.restore(file, to: location, replaces: options.replace)
    options.tell(summary, "The library \(location.path(percentEncoded: false).plain) has")
  }
}
