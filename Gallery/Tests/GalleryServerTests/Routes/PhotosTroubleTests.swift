import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import GalleryServer

@Suite("Batches whose database is taken away", .timeLimit(.minutes(1)))
struct PhotosTroubleTests {
  @Test(
    "Nothing is accepted that could not be kept, and who looks at a batch that runs is told why it stands still"
  )
  func gone() async throws {
    let gate = Gate()
    try await withRestarts(respond: { request in
      if request.path.hasPrefix("/late") { try await gate.wait() }
      return .photo
    }) { restarting, upstream in
      try await restarting.run { gallery in
        let id = try await gallery.startBatch(["/late/1", "/photo/1", "/late/2"])
        var events = try await gallery.events(batch: id)
        while try BatchNews(try await events.event()).members.isEmpty {}
        _ = try await upstream.request(3)
        try FileManager.default.removeItem(at: restarting.library)
        for (method, path, body) in [
          ("DELETE", "/api/photos/\(id)", nil), ("POST", "/api/photos", #"{"urls":["/photo/2"]}"#),
        ] {
          let answer = try await gallery.send(method, path, body: body)
          #expect(answer.status == 503)
          #expect(answer.fields["Retry-After"] != nil)
          #expect(try answer.problem().detail.contains("was taken away"))
        }
        #expect(try await gallery.get("/api/photos/\(id)").status == 200, "nothing has become of it since")
        // What is on its way is let go, and comes to an end that cannot be kept.
        gate.open()
        while try await events.event().name != "missed" {}
        let answer = try await gallery.get("/api/photos/\(id)")
        #expect(answer.status == 503)
        #expect(try answer.problem().detail.contains("cannot be kept now"))
      }
    }
  }
}
