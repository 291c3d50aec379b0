extension Artwork {
  /// A square of 1000 by 1000 units on which shapes are laid one over the other, and the SVG text of it.
  struct Canvas {
    static let side = 1000.0

    private var definitions = ""
    private var shapes = ""
    private var gradients = 0

    /// The whole drawing, at its own size of 1000 pixels.
    var svg: String { svg(from: 0, height: Self.side) }

    /// A strip of the drawing, over its whole width. What lies above and below costs nothing.
    func svg(from top: Double, height: Double) -> String {
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="1000" height="\(height.svg)" \
      viewBox="0 \(top.svg) 1000 \(height.svg)"><defs>\(definitions)</defs>\(shapes)</svg>
      """
    }

    // MARK: Shapes

    /// Covers the whole canvas, with a margin for turned groups.
    mutating func fill(_ paint: Paint) {
      rectangle(x: -500, y: -500, width: 2000, height: 2000, paint)
    }

    mutating func rectangle(
      x: Double,
      y: Double,
      width: Double,
      height: Double,
      corner: Double = 0,
      _ paint: Paint
    ) {
      let rounding = corner > 0 ? #" rx="\#(corner.svg)""# : ""
      shapes += """
        <rect x="\(x.svg)" y="\(y.svg)" width="\(width.svg)" height="\(height.svg)"\(rounding) \
        fill="\(paint.svg)"/>
        """
    }

    mutating func circle(_ centre: Point, _ radius: Double, _ paint: Paint, opacity: Double = 1) {
      shapes += """
        <circle cx="\(centre.x.svg)" cy="\(centre.y.svg)" r="\(radius.svg)" \
        fill="\(paint.svg)"\(faded("opacity", opacity))/>
        """
    }

    mutating func ring(_ centre: Point, _ radius: Double, _ paint: Paint, width: Double) {
      shapes += """
        <circle cx="\(centre.x.svg)" cy="\(centre.y.svg)" r="\(radius.svg)" fill="none" \
        stroke="\(paint.svg)" stroke-width="\(width.svg)"/>
        """
    }

    mutating func ellipse(
      _ centre: Point,
      _ radiusX: Double,
      _ radiusY: Double,
      turned degrees: Double,
      _ paint: Paint,
      opacity: Double = 1
    ) {
      shapes += """
        <ellipse rx="\(radiusX.svg)" ry="\(radiusY.svg)" fill="\(paint.svg)"\(faded("opacity", opacity)) \
        transform="translate(\(centre.x.svg) \(centre.y.svg)) rotate(\(degrees.svg))"/>
        """
    }

    mutating func shape(_ path: Path, _ paint: Paint, opacity: Double = 1) {
      shapes += #"<path d="\#(path.commands)" fill="\#(paint.svg)"\#(faded("opacity", opacity))/>"#
    }

    /// A line; what it encloses hides what lies below where `ground` is given.
    mutating func line(
      _ path: Path,
      _ paint: Paint,
      width: Double,
      opacity: Double = 1,
      over ground: Paint? = nil
    ) {
      shapes += """
        <path d="\(path.commands)" fill="\(ground?.svg ?? "none")" stroke="\(paint.svg)" \
        stroke-width="\(width.svg)" stroke-linecap="round" stroke-linejoin="round"\
        \(faded("stroke-opacity", opacity))/>
        """
    }

    /// Shapes that are turned together around the middle of the canvas, or blended with what lies below.
    mutating func group(
      turned degrees: Double = 0,
      blend: Blend = .normal,
      _ draw: (inout Canvas) -> Void
    ) {
      let turn = degrees == 0 ? "" : #" transform="rotate(\#(degrees.svg) 500 500)""#
      let style = blend == .normal ? "" : #" style="\#(blend.style)""#
      shapes += "<g\(turn)\(style)>"
      draw(&self)
      shapes += "</g>"
    }

    // MARK: Gradients

    /// Colours along the line between two points.
    mutating func linear(from start: Point, to end: Point, _ colours: [OKLCH]) -> Paint {
      define(
        "linearGradient",
        #"x1="\#(start.x.svg)" y1="\#(start.y.svg)" x2="\#(end.x.svg)" y2="\#(end.y.svg)""#,
        stops(colours)
      )
    }

    /// Colours from a point outwards.
    mutating func radial(_ centre: Point, _ radius: Double, _ colours: [OKLCH]) -> Paint {
      define("radialGradient", circleAttributes(centre, radius), stops(colours))
    }

    /// One colour that fades from a point outwards along a bell curve, without a visible edge.
    mutating func glow(_ centre: Point, _ radius: Double, _ colour: OKLCH, opacity: Double = 1) -> Paint {
      let bell = [1, 0.96, 0.84, 0.66, 0.46, 0.28, 0.14, 0.05, 0]
      let stops = bell.enumerated().map { index, height in
        let offset = Double(index) / Double(bell.count - 1)
        return """
          <stop offset="\(offset.svg)" stop-color="\(colour.hex)" stop-opacity="\((height * opacity).svg)"/>
          """
      }
      return define("radialGradient", circleAttributes(centre, radius), stops.joined())
    }

    private mutating func define(_ element: String, _ attributes: String, _ stops: String) -> Paint {
      gradients += 1
      definitions += """
        <\(element) id="g\(gradients)" gradientUnits="userSpaceOnUse" \(attributes)>\(stops)</\(element)>
        """
      return .gradient(gradients)
    }

    /// Between two colours SVG goes straight through sRGB, which is grey and dark half-way; four steps
    /// through OKLab keep the colour alive.
    private func stops(_ colours: [OKLCH]) -> String {
      let steps = 4
      let last = (colours.count - 1) * steps
      return (0...max(1, last)).map { step in
        let index = min(colours.count - 1, step / steps)
        let next = colours[min(colours.count - 1, index + 1)]
        let colour = colours[index].mixed(with: next, Double(step % steps) / Double(steps))
        return #"<stop offset="\#((Double(step) / Double(max(1, last))).svg)" stop-color="\#(colour.hex)"/>"#
      }.joined()
    }

    private func circleAttributes(_ centre: Point, _ radius: Double) -> String {
      #"cx="\#(centre.x.svg)" cy="\#(centre.y.svg)" r="\#(radius.svg)""#
    }

    private func faded(_ attribute: String, _ opacity: Double) -> String {
      opacity < 1 ? #" \#(attribute)="\#(opacity.svg)""# : ""
    }
  }
}
