import Testing

@testable import GalleryUpstream

@Suite("Artwork: the canvas")
struct ArtworkCanvasTests {
  private let red = Artwork.OKLCH(0.62796, 0.25768, 29.234)
  private let white = Artwork.OKLCH(1, 0, 0)

  @Test(
    "Numbers are short and never in a notation that SVG does not know",
    arguments: [
      (0.0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (0.05, "0.05"), (-0.25, "-0.25"), (1.005, "1"),
      (333.333, "333.33"), (999.999, "1000"), (-0.001, "0"), (1e-9, "0"), (123_456.7, "123456.7"),
    ]
  )
  func numbers(value: Double, text: String) {
    #expect(value.svg == text)
  }

  @Test("Shapes are laid in the order in which they were drawn")
  func order() throws {
    var canvas = Artwork.Canvas()
    canvas.circle(.centre, 10, .flat(red), opacity: 0.5)
    canvas.rectangle(x: 1, y: 2, width: 3, height: 4, corner: 1, .flat(white))
    let circle = ##"<circle cx="500" cy="500" r="10" fill="#ff0000" opacity="0.5"/>"##
    let rectangle = ##"<rect x="1" y="2" width="3" height="4" rx="1" fill="#ffffff"/>"##
    #expect(canvas.svg.contains(circle + rectangle + "</svg>"))
  }

  @Test("Each gradient has a number of its own, and is defined once")
  func gradients() {
    var canvas = Artwork.Canvas()
    let first = canvas.linear(from: .centre, to: .init(x: 0, y: 0), [red, white])
    let second = canvas.radial(.centre, 100, [red, white, red])
    let third = canvas.glow(.centre, 100, red)
    #expect([first, second, third].map(\.svg) == ["url(#g1)", "url(#g2)", "url(#g3)"])
    for number in 1...3 {
      #expect(canvas.svg.ranges(of: "id=\"g\(number)\"").count == 1)
    }
  }

  @Test("A gradient begins and ends with its own colours, and a glow with nothing")
  func stops() {
    var canvas = Artwork.Canvas()
    _ = canvas.linear(from: .centre, to: .init(x: 0, y: 0), [red, white])
    #expect(canvas.svg.contains(##"<stop offset="0" stop-color="#ff0000"/>"##))
    #expect(canvas.svg.contains(##"<stop offset="1" stop-color="#ffffff"/>"##))
    _ = canvas.glow(.centre, 100, red, opacity: 0.5)
    #expect(canvas.svg.contains(##"<stop offset="0" stop-color="#ff0000" stop-opacity="0.5"/>"##))
    #expect(canvas.svg.contains(##"<stop offset="1" stop-color="#ff0000" stop-opacity="0"/>"##))
  }

  @Test("A group turns and blends what is drawn in it")
  func groups() {
    var canvas = Artwork.Canvas()
    canvas.group(turned: 45, blend: .multiply) { $0.circle(.centre, 1, .flat(red)) }
    canvas.group { $0.circle(.centre, 2, .flat(red)) }
    let turned = #"<g transform="rotate(45 500 500)" style="mix-blend-mode:multiply"><circle"#
    #expect(canvas.svg.contains(turned))
    #expect(canvas.svg.contains("</g><g><circle"))
  }

  @Test("A smooth path goes through its points, and a closed one returns")
  func smooth() {
    let points = [Artwork.Point(x: 0, y: 0), .init(x: 10, y: 10), .init(x: 20, y: 0)]
    let open = Artwork.Path(smoothThrough: points).commands
    #expect(open.hasPrefix("M0 0C") && open.contains(" 10 10C") && open.hasSuffix(" 20 0"))
    let closed = Artwork.Path(smoothThrough: points, isClosed: true).commands
    #expect(closed.hasSuffix(" 0 0Z"))
    #expect(closed.count { $0 == "C" } == 3)
  }

  @Test("Directions go clockwise from the right")
  func directions() {
    let right = Artwork.Point.centre.moved(0, by: 100)
    #expect(right == Artwork.Point(x: 600, y: 500))
    let down = Artwork.Point.centre.moved(90, by: 100)
    #expect(abs(down.x - 500) < 1e-9 && down.y == 600)
  }

  @Test(
    "A tile's corners turn with it",
    arguments: [
      (0, 0.0, 0.0), (1, 100, 0), (2, 100, 100), (3, 0, 100),
    ]
  )
  func tile(turn: Int, x: Double, y: Double) {
    let tile = Artwork.Compositions.Tile(x: 0, y: 0, size: 100, turn: turn)
    #expect(tile.corner(0, 0) == Artwork.Point(x: x, y: y))
    #expect(tile.quarter(50).commands.hasPrefix("M\(x.svg) \(y.svg)L"))
  }
}
