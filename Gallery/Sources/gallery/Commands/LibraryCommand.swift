import ArgumentParser
import ErrandsLoading
import Foundation
import GalleryDatabase

struct LibraryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "Lists what was kept, newest first, and writes it to files.",
    discussion: """
      Words find what has words that begin with them, whatever their case and marks: hoa finds hoà. Servers may be running \
      meanwhile.
      """
  )

  @Argument(help: ArgumentHelp("What to look for; nothing finds everything.", valueName: "WORD"))
  var words: [String] = []

  @Option(help: "One kind of things only.")
  var kind: LibraryKind?

  @Option(.from(1), help: "How many things at most.", valueName: "N")
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "Write each thing to a file in this folder, made if it is missing. Files that have the things' names are replaced.",
      valueName: "DIR"
    )
  )
  var to: String?

  @Flag(help: "Write JSON lines to standard output, and everything for people to standard error.")
  var json = false

  @OptionGroup var library: LibraryOption

  func validate() throws {
    guard to?.isEmpty != true else { throw ValidationError("--to is empty; name a folder.") }
  }

  func run() async throws {
    let library = try await self.library.place.open()
    if let to { try FileFailure.making(folder: to).get() }
    var summary = LibrarySummary()
    do {
      guard try await list(library, counting: &summary, tell: tell) else { return }
    } catch let error as CancellationError {
      tell(summary)
      throw error
    }
    tell(summary)
    if summary.failed > 0 { throw ExitCode.failure }
  }

  /// False where the reader has gone away.
  func list(
    _ library: any LibraryStore,
    counting summary: inout LibrarySummary,
    tell: (LibraryLine) -> Bool
  ) async throws -> Bool {
    let search = LibrarySearch(words.joined(separator: " "), kind: kind?.rawValue)
    let names = FileNames()
    var cursor: LibraryCursor?
    repeat {
      let room = min(limit.map { $0 - summary.listed } ?? .max, Library.pageSizes.upperBound)
      let page = try await library.page(matching: search, after: cursor, limit: room)
      summary.found = max(summary.found, page.count)
      for thing in page.things {
        // Writing notices no interrupt by itself.
        try Task.checkCancellation()
        let line = try await line(of: thing, in: library, names)
        summary.count(line)
        guard tell(line) else { return false }
      }
      cursor = page.next
    } while cursor != nil && summary.listed < limit ?? .max
    return true
  }

  private func tell(_ summary: LibrarySummary) {
    if json { Output.line(["summary": summary]) } else { Output.write(summary.text + "\n") }
  }

  /// False where the reader has gone away.
  private func tell(_ line: LibraryLine) -> Bool {
    if let error = line.error { Output.complain(error.plain) }
    return json ? Output.reaches(line: line) : Output.reaches(line.text)
  }

  private func line(of thing: SavedThing, in library: any LibraryStore, _ names: FileNames)
    async throws -> LibraryLine
  {
    var line = LibraryLine(thing)
    guard let to else { return line }
    do {
      let path = (to.hasSuffix("/") ? to : to + "/") + names.claim(thing.fileName).text
      let bytes = thing.file == nil ? thing.content : try await library.file(of: thing)?.bytes
      if let bytes {
        try WholeFile.write(bytes, to: path)
        line.path = path
      } else {
        line.error = "The file of \(thing.id) is not in the library any more; delete it, and keep it anew."
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      line.error = "\(error)"
    }
    return line
  }
}

extension LibraryKind: ExpressibleByArgument {}
