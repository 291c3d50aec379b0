import CVipsShim
import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("The library and its memory", .timeLimit(.minutes(2)))
  struct VipsTests {
    @Test("Failures at the same time each have a reason")
    func failuresTogether() async throws {
      // There is one error buffer for the process: a message may go to another failure, but every failure
      // names its own operation, and none is lost or crashes.
      let errors = await withTaskGroup(of: (any Error)?.self) { group in
        for number in 0..<100 {
          group.addTask {
            do {
              _ = try await ImageRenderer.render(svg: "<broken \(number)", width: 10, height: 10)
              return nil
            } catch {
              return error
            }
          }
        }
        return await group.reduce(into: [any Error]()) { if let error = $1 { $0.append(error) } }
      }
      #expect(errors.count == 100)
      for error in errors {
        guard case ImageError.unrenderable(let reason) = error else {
          Issue.record("unexpected \(error)")
          continue
        }
        #expect(reason.hasPrefix("svgload"))
        #expect(!reason.contains("\n"))
      }
    }

    #if os(Linux)
      @Test(
        "A worker stays where one that leaves could be given work at that moment, and the process end by it"
      )
      func workersStay() throws {
        guard !errands_vips_lets_workers_go() else { return }
        let library = try #require(dlopen("libvips.so.42", RTLD_NOW | RTLD_NOLOAD))
        defer { dlclose(library) }
        let name = "vips_semaphore_down_timeout"
        let own = try #require(dlsym(library, name), "libvips's wait, after which its workers leave")
        // What libvips finds by that name, as everybody does.
        #expect(dlsym(nil, name) != own)
      }
    #endif

    @Test("Taking the message empties the buffer")
    func emptyBuffer() async throws {
      _ = try? await ImageRenderer.render(svg: "<broken", width: 10, height: 10)
      #expect(Vips.takeMessage(of: "anything") == "anything")
    }

    @Test("Two thousand pictures, drawn and written, leave no memory behind")
    func flatMemory() async throws {
      try await draw(200)
      let pixels = Vips.memoryInUse
      let resident = try residentBytes()
      try await draw(2_000)
      #expect(Vips.memoryInUse == pixels)
      // One picture is 16 KB of pixels; had each left one, this would be 32 MB.
      #expect(try residentBytes() - resident < 12 << 20)
    }

    @Test("Failures and refusals leave no memory behind")
    func flatMemoryAfterFailures() async throws {
      try await ImagePool.shared.becomeIdle()
      let pixels = Vips.memoryInUse
      let cut = try await ImageRenderer.render(svg: Drawings.poster, width: 64, height: 64)
        .encoded(as: .jpeg()).prefix(20)
      for _ in 0..<300 {
        _ = try? await ImageRenderer.render(svg: "<broken", width: 64, height: 64)
        _ = try? await ImageInfo(reading: cut)
      }
      try await ImagePool.shared.becomeIdle()
      #expect(Vips.memoryInUse == pixels)
    }

    private func draw(_ count: Int) async throws {
      for number in 0..<count {
        let svg = number.isMultiple(of: 2) ? Drawings.poster : Drawings.disc
        let picture = try await ImageRenderer.render(svg: svg, width: 64, height: 64)
        // AVIF takes a hundred times as long.
        let formats = ImageFormat.tried.dropLast()
        let bytes = try await picture.encoded(as: ImageEncoding.plain(formats[number / 2 % formats.count]))
        let info = try await ImageInfo(reading: bytes)
        #expect(info.width == 64)
      }
      try await ImagePool.shared.becomeIdle()
    }

    /// Memory of the process in RAM; 0 where the system has no `/proc`.
    private func residentBytes() throws -> Int {
      #if os(Linux)
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[1])) * sysconf(Int32(_SC_PAGESIZE))
      #else
        return 0
      #endif
    }
  }
}
