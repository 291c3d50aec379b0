import ErrandsPostgres
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryDatabase
import Testing

@testable import GalleryServer

@Suite("Whether servers on one database are ready", .timeLimit(.minutes(2)))
struct SharedReadinessTests {
  // Whoever asks has gone by the time that a database that hangs is given up, and has taken that for an answer.
  @Test("One whose database does not answer says so soon")
  func hanging() async throws {
    try await withServers(1, respond: { _ in .ok("") }) { servers, running in
      #expect(try await running[0].get("/ready").status == 200)
      let (begun, end) = (Gate(), DispatchSemaphore(value: 0))
      let lock = PostgresPool(servers.address).transaction { database in
        try database.script("LOCK TABLE gallery_saved")
        begun.open()
        end.wait()
      }.run()
      try await begun.wait()
      let answer = try await running[0].get("/ready")
      #expect(answer.status == 503)
      #expect(try answer.problem().detail.contains("within four seconds"))
      end.signal()
      try await lock.value
    }
  }
}
