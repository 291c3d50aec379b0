import Benchmark
import CVipsPeer
import ErrandsImages
import Foundation

/// A photograph of 12 megapixels to 300 pixels, twenty times, one after the other.
func addThumbnails() {
  for (name, encoding, isWebP) in [("JPEG", ImageEncoding.jpeg(), false), ("WebP", .webp(), true)] {
    Benchmark("20 × 12 megapixels to 300 pixels as \(name): Errands") { benchmark in
      let bytes = try await photograph.value
      benchmark.startMeasurement()
      for _ in 0..<20 {
        blackHole(try await ImageFile(rendering: bytes, by: [.resize(width: 300)], as: encoding))
      }
      benchmark.stopMeasurement()
    }
    Benchmark("20 × 12 megapixels to 300 pixels as \(name): by hand in C") { benchmark in
      let bytes = try await photograph.value
      benchmark.startMeasurement()
      for _ in 0..<20 {
        bytes.withUnsafeBytes { blackHole(peer_thumbnail($0.baseAddress, $0.count, 300, isWebP ? 1 : 0)) }
      }
      benchmark.stopMeasurement()
    }
  }
  let programs: [(String, (String, String) -> [String])] = [
    ("vipsthumbnail", { [$0, "--size", "300", "-o", $1] }),
    ("convert", { [$0, "-define", "jpeg:size=600x450", "-resize", "300", $1] }),
  ]
  for (program, arguments) in programs where isInstalled(program) {
    Benchmark("20 × 12 megapixels to 300 pixels as JPEG: \(program)") { benchmark in
      let source = try TemporaryFile(try await photograph.value, named: "photo.jpg")
      let target = try TemporaryFile(Data(), named: "out.jpg")
      benchmark.startMeasurement()
      for _ in 0..<20 { try run(program, arguments(source.path, target.path)) }
      benchmark.stopMeasurement()
    }
  }
  Benchmark("20 × 12 megapixels to 300 pixels as JPEG: Pillow, in one process") { benchmark in
    let source = try TemporaryFile(try await photograph.value, named: "photo.jpg")
    let target = try TemporaryFile(Data(), named: "out.jpg")
    let script = """
      import sys
      from PIL import Image
      for _ in range(20):
          image = Image.open(sys.argv[1])
          image.draft("RGB", (600, 450))
          image.thumbnail((300, 225), Image.LANCZOS)
          image.save(sys.argv[2], quality=82, optimize=True)
      """
    benchmark.startMeasurement()
    try run(python, ["-c", script, source.path, target.path])
    benchmark.stopMeasurement()
  }
}

/// Five filters in one recipe.
func addRecipes() {
  Benchmark("20 recipes of five filters: Errands") { benchmark in
    let bytes = try await photograph.value
    let recipe: ImageRecipe = [
      .resize(width: 1_200), .sepia, .blur(sigma: 1.5), .sharpen(sigma: 1), .contrast(1.2), .brightness(0.9),
    ]
    benchmark.startMeasurement()
    for _ in 0..<20 { blackHole(try await ImageFile(rendering: bytes, by: recipe, as: .jpeg())) }
    benchmark.stopMeasurement()
  }
  Benchmark("20 recipes of five filters: by hand in C") { benchmark in
    let bytes = try await photograph.value
    benchmark.startMeasurement()
    for _ in 0..<20 { bytes.withUnsafeBytes { blackHole(peer_recipe($0.baseAddress, $0.count, 1_200)) } }
    benchmark.stopMeasurement()
  }
}

/// Sixty frames, each made smaller.
func addAnimations() {
  let dance = Task {
    let frames = (0..<60).map { number in
      ImageRenderer.Frame(
        svg:
          "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 300'><rect width='400' height='300' fill='#246'/>"
          + "<circle cx='\(40 + number * 5)' cy='150' r='60' fill='#fa4'/></svg>",
        delay: .milliseconds(50)
      )
    }
    return try await ImageRenderer.render(frames: frames, width: 400, height: 300).encoded(as: .gif())
  }
  Benchmark("A GIF of 60 frames to half its size: Errands") { benchmark in
    let bytes = try await dance.value
    benchmark.startMeasurement()
    blackHole(try await ImageFile(rendering: bytes, by: [.resize(width: 200)], as: .gif()))
    benchmark.stopMeasurement()
  }
  let programs: [(String, (String, String) -> [String])] = [
    ("convert", { [$0, "-coalesce", "-resize", "200", "-layers", "optimize", $1] }),
    ("gifsicle", { ["--resize", "200x150", "-O2", $0, "-o", $1] }),
  ]
  for (program, arguments) in programs where isInstalled(program) {
    Benchmark("A GIF of 60 frames to half its size: \(program)") { benchmark in
      let source = try TemporaryFile(try await dance.value, named: "dance.gif")
      let target = try TemporaryFile(Data(), named: "out.gif")
      benchmark.startMeasurement()
      try run(program, arguments(source.path, target.path))
      benchmark.stopMeasurement()
    }
  }
}
