import Errands
import Foundation
import Testing

@testable import GalleryServer

@Suite("What a load is called in the events about it")
struct LoadIDTests {
  @Test(
    "Is a name that the client has chosen",
    arguments: ["1", "aZ09-_", String(repeating: "x", count: 64)]
  )
  func name(_ name: String) throws {
    let id = try LoadID(naming: name)
    #expect(id == .named(name))
    #expect(JSONText.line(id) == "\"\(name)\"")
  }

  @Test("Is the number of its run, where the client has chosen none")
  func number() throws {
    let run = Errand<Void>.success(()).run()
    #expect(JSONText.line(LoadID.run(run.id)) == "\(run.id.rawValue)")
  }

  /// Everybody who listens is sent it, and the latest are kept.
  @Test(
    "Is no text that is long, or anything but a name",
    arguments: ["", " ", "a b", "a,b", "é", "\"", "<b>", "a\n", String(repeating: "x", count: 65)]
  )
  func refused(_ name: String) {
    let problem = #expect(throws: Problem.self) { try LoadID(naming: name) }
    #expect(problem?.status == 400)
    #expect(problem?.detail.contains("1 to 64 letters") == true)
  }
}
