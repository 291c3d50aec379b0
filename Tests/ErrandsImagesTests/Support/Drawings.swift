/// SVG texts to render.
enum Drawings {
  /// A square with a gradient, a disc and a see-through disc; opaque everywhere.
  static let poster = svg(
    """
    <defs><linearGradient id="g"><stop offset="0" stop-color="#204080"/>\
    <stop offset="1" stop-color="#f0a060"/></linearGradient></defs>\
    <rect width="100" height="100" fill="url(#g)"/><circle cx="40" cy="40" r="30" fill="#fff"/>\
    <circle cx="60" cy="60" r="25" fill="#c02040" opacity="0.5"/>
    """
  )

  /// A disc on nothing.
  static let disc = svg(##"<circle cx="50" cy="50" r="40" fill="#c02040"/>"##)

  /// A left half on nothing, and the same on white. Its edge falls between two pixels of an even size: a
  /// pixel that is covered in part is rounded differently on the way through transparency.
  static let half = svg(##"<rect width="50" height="100" fill="#c02040"/>"##)
  static let halfOnWhite = svg(
    ##"<rect width="100" height="100" fill="#fff"/><rect width="50" height="100" fill="#c02040"/>"##
  )

  /// Four quarters: red and green above, blue and white below.
  static let quarters = svg(
    ##"<rect width="50" height="50" fill="#f00"/><rect x="50" width="50" height="50" fill="#0f0"/>"##
      + ##"<rect y="50" width="50" height="50" fill="#00f"/>"##
      + ##"<rect x="50" y="50" width="50" height="50" fill="#fff"/>"##
  )

  /// One colour everywhere.
  static func flat(_ colour: String) -> String {
    svg(##"<rect width="100" height="100" fill="\##(colour)"/>"##)
  }

  static func svg(_ shapes: String, width: Int = 100, height: Int = 100) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
    viewBox="0 0 \(width) \(height)">\(shapes)</svg>
    """
  }
}
