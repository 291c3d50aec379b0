import ErrandsImages
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("gallery image", .timeLimit(.minutes(2)))
struct ImageCommandTests {
  private struct Line: Decodable, Equatable {
    let path: String
    let format: String
    let width: Int
    let height: Int
    let frames: Int
    let bytes: Int
  }

  /// Two halves, as a file in the folder.
  private func photo(_ folder: Folder, as name: String = "photo.jpg") async throws -> String {
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 6 4'><rect width='3' height='4' fill='#c00'/></svg>"
    let picture = try await ImageRenderer.render(svg: svg, width: 600, height: 400)
    let path = folder.path + "/" + name
    try await picture.encoded(as: name.hasSuffix("jpg") ? .jpeg() : .png).write(to: URL(filePath: path))
    return path
  }

  /// Three frames, as a GIF in the folder.
  private func animation(_ folder: Folder) async throws -> String {
    let frames = ["#c00", "#0c0", "#00c"].map {
      ImageRenderer.Frame(
        svg:
          "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' height='9' fill='\($0)'/></svg>",
        delay: .milliseconds(80)
      )
    }
    let path = folder.path + "/dance.gif"
    try await ImageRenderer.render(frames: frames, width: 40, height: 20).encoded(as: .gif())
      .write(to: URL(filePath: path))
    return path
  }

  private func line(_ output: String) throws -> Line {
    #expect(output.hasSuffix("\n") && output.filter(\.isNewline).count == 1)
    return try JSONDecoder().decode(Line.self, from: Data(output.utf8))
  }

  @Test(
    "makes what it is told, and says what it made",
    arguments: [
      (["--width", "300"], "jpeg", 300, 200), (["--height", "40"], "jpeg", 60, 40),
      (["--width", "50", "--height", "50"], "jpeg", 50, 50),
      (["--width", "60", "--height", "60", "--fit", "contain"], "jpeg", 60, 40),
      (["--width", "60", "--height", "60", "--fit", "fill", "--format", "png"], "png", 60, 60),
      (["--filter", "sepia", "--filter", "blur", "--format", "webp", "--quality", "30"], "webp", 600, 400),
      (["--width", "20", "--format", "gif"], "gif", 20, 13),
      (["--width", "30", "--format", "avif"], "avif", 30, 20),
    ]
  )
  func makes(arguments: [String], format: String, width: Int, height: Int) async throws {
    let folder = try Folder()
    let source = try await photo(folder)
    let target = folder.path + "/out"
    let result = try await Program.run(["image", source, "-o", target, "--json"] + arguments)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors.isEmpty)
    let told = try line(result.output)
    let bytes = try Data(contentsOf: URL(filePath: target))
    #expect(
      told == Line(path: target, format: format, width: width, height: height, frames: 1, bytes: bytes.count)
    )
    let info = try await ImageInfo(reading: bytes)
    #expect((info.format.rawValue, info.width, info.height) == (format, width, height))
  }

  @Test("Another size of an address costs no other download, and what may not be kept one for each")
  func keptOriginal() async throws {
    let folder = try Folder()
    let jpeg = Array(try Data(contentsOf: URL(filePath: try await photo(folder))))
    for (control, requests) in [("max-age=600", 1), ("no-store", 2)] {
      let answer = Script.ok(jpeg, contentType: "image/jpeg", headers: ["Cache-Control": control])
      let upstream = try await ScriptedUpstream.start { _ in answer }
      for width in ["30", "60"] {
        let arguments = [
          "image", "\(upstream.url("/\(control.prefix(2)).jpg"))", "--width", width, "--json", "--data",
          folder.path + "/data", "-o", folder.path + "/\(width).jpg", "--allow-private-addresses",
        ]
        let result = try await Program.run(arguments)
        #expect(result.code == 0, "\(result.errors)")
        #expect(try line(result.output).width == Int(width))
      }
      #expect(upstream.requestCount == requests)
      await upstream.stop()
    }
  }

  @Test("The ending of the path says the format, and the format that is told counts more")
  func ending() async throws {
    let folder = try Folder()
    let source = try await photo(folder)
    for (path, more, format) in [
      ("a.webp", [], "webp"), ("a.PNG", [], "png"), ("a.jpeg", [], "jpeg"),
      ("a.png", ["--format", "gif"], "gif"),
      ("a", [], "jpeg"),
    ] as [(String, [String], String)] {
      let target = folder.path + "/" + path
      let result = try await Program.run(["image", source, "-o", target, "--json"] + more)
      #expect(try line(result.output).format == format)
    }
  }

  @Test("What moves still moves, where the format can, and not with --still")
  func moving() async throws {
    let folder = try Folder()
    let source = try await animation(folder)
    for (more, format, frames) in [
      ([], "gif", 3), (["--format", "webp"], "webp", 3), (["--format", "png"], "png", 1),
      (["--still"], "gif", 1),
    ] as [([String], String, Int)] {
      let target = folder.path + "/out"
      let arguments = ["image", source, "-o", target, "--json", "--width", "20", "--filter", "mono"] + more
      let told = try line(try await Program.run(arguments).output)
      #expect((told.format, told.width, told.height, told.frames) == (format, 20, 10, frames))
    }
  }

  @Test("An address is loaded, in every style", arguments: JobStyle.allCases)
  func address(style: JobStyle) async throws {
    let folder = try Folder()
    let bytes = Array(try Data(contentsOf: URL(filePath: try await photo(folder))))
    let upstream = try await ScriptedUpstream.start { _ in .ok(bytes, contentType: "image/jpeg") }
    let target = folder.path + "/out.webp"
    let result = try await Program.run([
      "image", upstream.url("/covers/front.jpg").absoluteString, "-o", target, "--width", "60", "--style",
      style.rawValue,
      "--allow-private-addresses",
    ])
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("\(target): webp, 60 × 40, "))
    await upstream.stop()
  }

  @Test("Without a path the file is called after the source and its size, here")
  func named() async throws {
    let folder = try Folder()
    let source = try await photo(folder, as: "my photo.png")
    let result = try await Program.run(["image", source, "--width", "30", "--json"], in: folder.path)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try line(result.output).path == "my photo-30x20.png")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/my photo-30x20.png"))
    #expect(FileManager.default.fileExists(atPath: source))
  }

  @Test(
    "A mistake on the command line is told before anything is read",
    arguments: [
      (["--filter", "glow"], "there is no such filter; give one of blur"),
      (["--format", "heic"], "not written here"),
      (["--format", "bmp"], "not written here"), (["--width", "0"], "16384"),
      (["--width", "16385"], "16384"),
      (["--quality", "101"], "100"), (["-o", ""], "name a file"), (["-o", "-"], "name a file"),
      (["--fit", "stretch"], "fit"),
      // It was a JPEG under that name.
      (["-o", "a.tiff"], "“tiff” is no format of pictures that is known here; end it in one of"),
    ]
  )
  func mistakes(arguments: [String], sentence: String) async throws {
    let refusal = try await Refusal(of: ["image", "/nowhere.jpg"] + arguments)
    #expect(refusal.code == 2)
    #expect(refusal.errors.contains(sentence), "\(refusal.errors)")
    #expect(refusal.output.isEmpty)
  }

  @Test("What cannot be made says so in a sentence, and leaves what was there")
  func failures() async throws {
    let folder = try Folder()
    let source = try await photo(folder)
    let text = folder.path + "/text.jpg"
    try Data("<html>".utf8).write(to: URL(filePath: text))
    let cut = folder.path + "/cut.jpg"
    try Data(contentsOf: URL(filePath: source)).dropLast(400).write(to: URL(filePath: cut))
    let target = folder.path + "/out.png"
    try Data("mine".utf8).write(to: URL(filePath: target))
    for (arguments, sentence) in [
      ([folder.path + "/none.jpg"], "none.jpg cannot be read; give the path of a file"),
      ([folder.path], "cannot be read"),
      ([text], "text.jpg: This is not an image of a format that is known here"),
      ([cut], "cut.jpg: The JPEG image is cut off"),
      ([source, "--max-bytes", "100"], "more than the 100 bytes"),
      ([source, "--format", "gif", "--quality", "4"], "GIF files have no quality; leave out --quality."),
    ] {
      let result = try await Program.run(["image"] + arguments + ["-o", target])
      #expect(result.code == 1)
      #expect(result.errors.contains(sentence), "\(result.errors)")
      #expect(try String(contentsOf: URL(filePath: target), encoding: .utf8) == "mine")
    }
  }

  /// A device was replaced by a regular file, and a folder that is missing told after the download.
  @Test("A place that can hold no file is refused before anything is loaded")
  func places() async throws {
    let folder = try Folder()
    let upstream = try await ScriptedUpstream.start { _ in .ok([], contentType: "image/jpeg") }
    let pipe = folder.path + "/pipe.png"
    #expect(mkfifo(pipe, 0o600) == 0)
    for (target, sentence) in [
      (pipe, "is a device, a pipe or a socket"), ("/dev/null", "is a device, a pipe or a socket"),
      (folder.path, "is a folder; name a file in it"),
      (folder.path + "/no/a.png", "/no is not there; make it"),
      (folder.path + "/a.heic", "HEIC images are not written here; use"),
    ] {
      let result = try await Program.run([
        "image", upstream.url("/a.jpg").absoluteString, "-o", target, "--allow-private-addresses",
      ])
      #expect(result.code == 1)
      #expect(result.errors.contains(sentence), "\(result.errors)")
    }
    #expect(upstream.requestCount == 0)
    await upstream.stop()
  }

  @Test("A name that is made up is cut where it would be too long, and is another than the source's")
  func longName() async throws {
    let folder = try Folder()
    let source = try await photo(folder, as: String(repeating: "x", count: 251) + ".jpg")
    let result = try await Program.run(["image", source, "--width", "30", "--json"], in: folder.path)
    #expect(result.code == 0, "\(result.errors)")
    let name = try line(result.output).path
    #expect(name.utf8.count == 255 && name.hasSuffix("x-30x20.jpg"))
  }

  @Test("A name that begins with a tilde is nobody's home, and a scheme may be in capitals")
  func oddNames() async throws {
    let folder = try Folder()
    _ = try await photo(folder, as: "~.jpg")
    let tilde = try await Program.run(["image", "~.jpg", "--width", "30", "-o", "a.jpg"], in: folder.path)
    #expect(tilde.code == 0, "\(tilde.errors)")
    let scheme = try await Program.run([
      "image", "HTTP://127.0.0.1:9/a.jpg", "--retries", "0", "-o", folder.path + "/b.jpg",
    ])
    #expect(scheme.code == 1 && scheme.errors.contains("127.0.0.1"))
    #expect(!scheme.errors.contains("give the path of a file"))
  }

  @Test("A link that is given as the path stays, and what it leads to is replaced")
  func link() async throws {
    let folder = try Folder()
    let source = try await photo(folder)
    let target = folder.path + "/real.png"
    try Data("old".utf8).write(to: URL(filePath: target))
    let link = folder.path + "/link.png"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    let result = try await Program.run(["image", source, "-o", link, "--width", "30"])
    #expect(result.code == 0, "\(result.errors)")
    #expect(try await ImageInfo(reading: Data(contentsOf: URL(filePath: target))).width == 30)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
  }

  @Test("No metadata of a photo is kept")
  func metadata() async throws {
    let folder = try Folder()
    let source = try await photo(folder)
    let bytes = try Data(contentsOf: URL(filePath: source))
    // An Exif segment with a place in it, behind the first marker.
    let exif = Array("Exif\0\0GPS 48.8583 N".utf8)
    let segment = [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
    try (bytes.prefix(2) + Data(segment) + bytes.dropFirst(2)).write(to: URL(filePath: source))
    for format in ["jpeg", "png", "webp", "avif"] {
      let target = folder.path + "/out." + format
      let result = try await Program.run(["image", source, "-o", target, "--width", "30"])
      #expect(result.code == 0, "\(result.errors)")
      #expect(try Data(contentsOf: URL(filePath: target)).range(of: Data("GPS".utf8)) == nil)
    }
  }
}
