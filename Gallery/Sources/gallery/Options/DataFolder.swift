import Foundation

/// Where what is kept lives.
struct DataFolder: Equatable {
  let path: String

  /// - Parameters:
  ///   - given: The folder of `--data`, if there is one.
  ///   - environment: That of the process, where nothing is given: `GALLERY_DATA`, which is the folder itself, or else one in
  ///     `XDG_DATA_HOME`, or in `~/.local/share` (XDG Base Directory Specification). On Apple platforms that is Application
  ///     Support.
  init(_ given: String?, environment: [String: String] = ProcessInfo.processInfo.environment) {
    let named = environment["GALLERY_DATA"].flatMap { $0.isEmpty ? nil : $0 }
    path = given ?? named ?? Self.usual(environment) + "/gallery"
  }

  /// The library of saved things.
  var library: URL { file("gallery.sqlite") }

  /// The key that addresses of pictures are signed with.
  var signingKey: URL { file("signing-key") }

  /// Pictures, and what was made of them. It may be removed at any time.
  var cache: URL { file("cache") }

  /// What `gallery image` has downloaded, apart from what a server keeps, which has a limit of its own. It may be removed
  /// at any time.
  var images: URL { file("images") }

  /// What servers said of the state of the files that were fetched from them.
  var validators: URL { file("validators") }

  private func file(_ name: String) -> URL {
    URL(filePath: path, directoryHint: .isDirectory).appending(path: name)
  }

  private static func usual(_ environment: [String: String]) -> String {
    #if canImport(Darwin)
      return URL.applicationSupportDirectory.path(percentEncoded: false)
    #else
      // A relative path is to be ignored, says the specification.
      if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data }
      return (environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path()) + "/.local/share"
    #endif
  }
}
