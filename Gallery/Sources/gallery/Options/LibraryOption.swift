import ArgumentParser
import Foundation

/// Which library a command is about.
struct LibraryOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Where the library lives. (default: the platform's folder for data)", valueName: "DIR")
  )
  var data: String?

  /// The library's file.
  var location: URL { DataFolder(data).library }

  func validate() throws {
    guard data?.isEmpty != true else { throw ValidationError("--data is empty; name a folder.") }
  }
}
