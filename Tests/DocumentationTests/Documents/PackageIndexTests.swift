import Foundation
import Testing

/// What the Swift Package Index is told of the package.
@Suite("The Swift Package Index")
struct PackageIndexTests {
  /// The products under other libraries' names have no declaration of their own.
  private static let oldNames = ["BoltsSwift", "PromiseKit"]

  @Test("is told of every library that has something to be documented")
  func targets() throws {
    let manifest = try text(of: "Package.swift")
    let libraries = manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
    let listed = try text(of: ".spi.yml").matches(of: /(?m)^ +- (\w+)$/).map { String($0.1) }
    #expect(listed.sorted() == libraries.filter { !Self.oldNames.contains($0) }.sorted())
    #expect(listed.contains("Errands"))
  }

  private func text(of name: String) throws -> String {
    try String(contentsOf: Document.root.appending(path: name), encoding: .utf8)
  }
}
