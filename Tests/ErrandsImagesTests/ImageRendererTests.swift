import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Rendering drawings")
  struct ImageRendererTests {
    @Test("The picture has exactly the size that was asked for", arguments: [1, 16, 17, 99, 333, 1001])
    func exactSize(side: Int) async throws {
      let square = try await ImageRenderer.render(svg: Drawings.poster, width: side, height: side)
      #expect(square.width == side && square.height == side)
      let wide = try await ImageRenderer.render(svg: Drawings.poster, width: side * 3, height: side)
      #expect(wide.width == side * 3 && wide.height == side)
    }

    @Test("A drawing of fractional size is continued to the last pixel")
    func fractionalSize() async throws {
      let svg = Drawings.poster.replacingOccurrences(
        of: #"height="100" viewBox"#,
        with: #"height="33.3" viewBox"#
      )
      let picture = try await ImageRenderer.render(svg: svg, width: 301, height: 101)
      #expect(picture.width == 301 && picture.height == 101)
    }

    @Test("The same text and size give the same bytes")
    func deterministic() async throws {
      let first = try await png(Drawings.poster, 200, 200)
      #expect(try await png(Drawings.poster, 200, 200) == first)
      #expect(try await png(Drawings.disc, 200, 200) != first)
    }

    @Test("A drawing of another shape covers the picture from its middle")
    func cover() async throws {
      let flag = Drawings.svg(
        """
        <rect width="100" height="100" fill="#f00"/><rect x="100" width="100" height="100" fill="#0f0"/>\
        <rect x="200" width="100" height="100" fill="#00f"/>
        """,
        width: 300
      )
      let green = Drawings.svg(##"<rect width="100" height="100" fill="#0f0"/>"##)
      let drawn = try await png(flag, 50, 50)
      #expect(try await png(green, 50, 50) == drawn)
    }

    @Test("An opaque drawing has no alpha, another one keeps it")
    func alpha() async throws {
      let opaque = try await ImageRenderer.render(svg: Drawings.poster, width: 50, height: 50)
      #expect(!opaque.hasAlpha)
      let open = try await ImageRenderer.render(svg: Drawings.disc, width: 50, height: 50)
      #expect(open.hasAlpha)
    }

    @Test(
      "Impossible sizes are refused before any work",
      arguments: [
        (0, 10), (10, 0), (-1, 10), (16_385, 10), (10, 16_385), (Int.max, Int.max),
      ]
    )
    func impossibleSize(width: Int, height: Int) async throws {
      let refusal = ImageError.sizeOutOfRange(width: width, height: height, limit: 16_384)
      await #expect(throws: refusal) {
        try await ImageRenderer.render(svg: Drawings.poster, width: width, height: height)
      }
      #expect(refusal.description.hasSuffix("each side must be from 1 to 16384."))
    }

    @Test(
      "A text that is no drawing is refused with the library's reason",
      arguments: [
        "", "no drawing", "<svg", "<html/>", "<svg xmlns='http://www.w3.org/2000/svg'><rect></svg>",
      ]
    )
    func noDrawing(text: String) async throws {
      let error = await #expect(throws: ImageError.self) {
        try await ImageRenderer.render(svg: text, width: 10, height: 10)
      }
      guard case .unrenderable(let reason) = error else {
        Issue.record("expected an unrenderable text, got \(String(describing: error))")
        return
      }
      #expect(reason.hasPrefix("svgload"))
    }

    @Test("A drawing cannot bring in a file")
    func noFiles() async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
      try await png(Drawings.poster, 100, 100).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let image = #"<image href="\#(file.absoluteString)" width="100" height="100"/>"#
      let drawn = try await png(Drawings.svg(image), 100, 100)
      #expect(try await png(Drawings.svg(""), 100, 100) == drawn)
    }

    @Test("A task that is cancelled already draws nothing")
    func cancelledBefore() async throws {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await ImageRenderer.render(svg: Drawings.poster, width: 10, height: 10)
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }

    private func png(_ svg: String, _ width: Int, _ height: Int) async throws -> Data {
      try await ImageRenderer.render(svg: svg, width: width, height: height).encoded(as: .png)
    }
  }
}
