import Foundation
import Testing

/// What a user sees in the documentation, and in the editor, is the comment above a declaration: one without any is a name to
/// be guessed at.
@Suite("Documentation comments")
struct PublicCommentTests {
  @Test("stand above all that is public: declarations, cases of enumerations, and what a protocol requires")
  func complete() {
    let code = DocumentedCode()
    let files = code.files(under: "Sources", ending: "swift")
    #expect(files.count > 100)
    for file in files {
      for place in PublicDeclarations(code.text(of: file)).undocumented {
        Issue.record("\(file.lastPathComponent):\(place.number) has no comment: \(place.line)")
      }
    }
  }

  @Test("are missed where there are none, whatever stands in between")
  func missed() {
    let text = """
      /// An enumeration.
      public enum Kind {
        /// A case.
        case one
        case two

        /// A property.
        @available(
          *, deprecated
        )
        @inlinable
        public var first: Int { 1 }

        @available(
          *, deprecated
        )
        @inlinable
        public static func second() {}
        override public func inherited() {}
        func third() {}
      }

      enum Inner {
        case one
      }

      /// A protocol.
      @preconcurrency public protocol Thing {
        func required()
      }
      public import Dispatch
      @MainActor
      public final class Last {}
      """
    let lines = PublicDeclarations(text).undocumented.map(\.line)
    #expect(
      lines == [
        "case two", "public static func second() {}", "func required()", "public final class Last {}",
      ]
    )
  }
}

/// The public declarations in a file's text, which `swift format` has laid out. An `override` has the comment of what it
/// overrides, and an import is none.
private struct PublicDeclarations {
  struct Place {
    let number: Int
    let line: String
  }

  private(set) var undocumented: [Place] = []
  private let lines: [Substring]
  /// How far what a public enumeration or protocol consists of is indented, and the words that it begins with.
  private var members: (indentation: Int, words: [Substring])?

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if Self.isPublic(Self.words(of: line)) || isMember(line), !isDocumented(index) {
        undocumented.append(Place(number: index + 1, line: line.trimmingCharacters(in: .whitespaces)))
      }
      enterOrLeave(line)
    }
  }

  private static let modifiers: Set<Substring> = [
    "final", "static", "class", "nonisolated", "indirect", "mutating",
  ]

  /// Without attributes that stand in the same line, and without the name's own signs.
  private static func words(of line: Substring) -> [Substring] {
    Array(line.split(separator: " ").drop { $0.hasPrefix("@") })
  }

  private static func isPublic(_ words: [Substring]) -> Bool {
    let rest = words.drop { modifiers.contains($0) }
    guard let first = rest.first, first == "public" || first == "open", rest.count > 1 else { return false }
    return !rest.contains("override") && !["import", "=", "-=", "+="].contains(rest[rest.startIndex + 1])
  }

  private func isMember(_ line: Substring) -> Bool {
    guard let members, Self.indentation(of: line) == members.indentation else { return false }
    let first = Self.words(of: line).first { !Self.modifiers.contains($0) }
    return first.map { first in members.words.contains { first == $0 || first.hasPrefix($0 + "(") } } ?? false
  }

  private mutating func enterOrLeave(_ line: Substring) {
    let words = Self.words(of: line)
    if Self.isPublic(words), line.hasSuffix("{") {
      let inside = Self.indentation(of: line) + 2
      if words.contains("enum") { members = (inside, ["case"]) }
      if words.contains("protocol") {
        members = (inside, ["func", "var", "init", "subscript", "associatedtype"])
      }
    } else if let members, line.hasSuffix("}"), Self.indentation(of: line) == members.indentation - 2 {
      self.members = nil
    }
  }

  /// Attributes and conditions of the build may stand between the comment and what it is about.
  private func isDocumented(_ index: Int) -> Bool {
    var above = lines[..<index]
    while let line = above.last?.trimmingCharacters(in: .whitespaces),
      line.hasPrefix("@") && !line.hasSuffix("{") || line.hasPrefix("#") || line == ")"
    {
      above.removeLast()
      // An attribute of several lines.
      guard line == ")" else { continue }
      while let part = above.popLast(), !part.contains("@") {}
    }
    return above.last?.trimmingCharacters(in: .whitespaces).hasPrefix("///") ?? false
  }

  private static func indentation(of line: Substring) -> Int { line.prefix { $0 == " " }.count }
}
