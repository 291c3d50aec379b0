import Errands
import GalleryJobs
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /api/loads?as=json|text|trace`: the runs in flight and those that ended lately; what waits, and for what, for
/// people to read; or the newest events as a file that Perfetto opens.
struct LoadsRoutes: Sendable {
  enum Form: String, CaseIterable { case json, text, trace }

  let timeline: Timeline
  let own: OwnUpstream

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/api/loads") { request, _ in
      switch try request.uri.queryParameters.choice("as") ?? Form.json {
      case .json: Response.json(TimelineAnswer(timeline.snapshot(), own: own))
      case .text: answer(own.sentence(of: Trace.dump()), type: "text/plain; charset=utf-8")
      case .trace: answer(timeline.trace, type: "application/json", savedAs: "gallery-trace.json")
      }
    }
  }

  private func answer(_ text: String, type: String, savedAs name: String? = nil) -> Response {
    var fields: HTTPFields = [.contentType: type, .cacheControl: "no-store"]
    if let name { fields[.contentDisposition] = "attachment; filename=\"\(name)\"" }
    return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
