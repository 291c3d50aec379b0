import Foundation

/// A file with an address on each line.
struct AddressList {
  let addresses: [String]

  /// - Parameter path: That of a file, or `-` for standard input.
  /// - Throws: ``Unreadable``
  init(_ path: String) throws(Unreadable) {
    let data: Data
    do {
      // Not `Data(contentsOf:)`, which refuses pipes and devices.
      let file = try path == "-" ? .standardInput : FileHandle(forReadingFrom: URL(filePath: path))
      data = try file.readToEnd() ?? Data()
    } catch {
      throw Unreadable(path: path, reason: Self.reason(error))
    }
    self.init(text: String(decoding: data, as: UTF8.self))
  }

  /// Lines may end in any of the ways in which lines end. Blank ones, and those that begin with `#`, are left out.
  init(text: String) {
    addresses = text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  struct Unreadable: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "The list \(path) cannot be read: \(reason); check its name." }
  }

  private static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: "there is no such file"
    case .fileReadNoPermission: "reading it is not permitted"
    default: error.localizedDescription
    }
  }
}
