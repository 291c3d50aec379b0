/// Why an image could not be read, drawn or written.
public enum ImageError: Error, Hashable {
  /// The bytes are none of the formats in ``ImageFormat``. The first few are given.
  case unsupportedFormat(firstBytes: [UInt8])
  /// The bytes end before the image does.
  case truncated(ImageFormat, byteCount: Int)
  /// The bytes are damaged.
  case unreadable(ImageFormat, reason: String)
  /// A side is below one pixel or above `limit` pixels.
  case sizeOutOfRange(width: Int, height: Int, limit: Int)
  /// One frame has more pixels than ``ImageLimits/pixels`` allow.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// A file has more frames than ``ImageLimits/frames`` allow.
  case tooManyFrames(limit: Int)
  /// All frames together have more pixels than ``ImageLimits/totalPixels`` allow.
  case tooManyPixelsInAll(width: Int, height: Int, frames: Int, limit: Int)
  /// A blur is not within ``ImageFilter/sigmas``.
  case sigmaOutOfRange(Double)
  /// A quality is not between 1 and 100.
  case qualityOutOfRange(Int)
  /// A number of colours is not between 2 and 256.
  case coloursOutOfRange(Int)
  /// An animation without a frame.
  case noFrames
  /// A frame is not of the size of the first one.
  case unequalFrames(index: Int, width: Int, height: Int)
  /// A frame is shown for less than 10 milliseconds or more than 655,350.
  case delayOutOfRange(Duration)
  /// A drawing could not be rendered.
  case unrenderable(reason: String)
  /// A picture could not be resized or filtered.
  case unprocessable(reason: String)
  /// A picture could not be written in a format.
  case unencodable(ImageFormat, reason: String)
  /// The image library did not start.
  case unavailable(reason: String)
}

extension ImageError: CustomStringConvertible {
  /// A sentence that says what was wrong, and what is allowed.
  public var description: String {
    switch self {
    case .unsupportedFormat(let firstBytes):
      "This is not a JPEG, PNG, WebP or GIF image (it begins with \(Self.shown(firstBytes)))."
    case .truncated(let format, let byteCount):
      "The \(format.name) image is cut off after \(byteCount) bytes; load it again."
    case .unreadable(let format, let reason):
      "The \(format.name) image is damaged and cannot be read (\(reason))."
    case .sizeOutOfRange(let width, let height, let limit):
      "\(width) × \(height) pixels is not a possible size; each side must be from 1 to \(limit)."
    case .tooManyPixels(let width, let height, let limit):
      "The image has \(width) × \(height) pixels, and \(limit) are allowed; "
        + "use a smaller one or raise the limit."
    case .tooManyFrames(let limit):
      "The image has more than the \(limit) frames that are allowed; use a shorter one or raise the limit."
    case .tooManyPixelsInAll(let width, let height, let frames, let limit):
      "\(frames) frames of \(width) × \(height) pixels are more than the \(limit) pixels that are allowed "
        + "in all; use a shorter or smaller image or raise the limit."
    case .sigmaOutOfRange(let sigma):
      "\(sigma) is not a possible sigma of a blur; it must be from 0.1 to 100 pixels."
    case .qualityOutOfRange(let quality):
      "\(quality) is not a possible quality; it must be from 1 (smallest) to 100 (best)."
    case .coloursOutOfRange(let colours):
      "\(colours) is not a possible number of colours; it must be from 2 to 256."
    case .noFrames:
      "An animation has at least one frame, and none was given."
    case .unequalFrames(let index, let width, let height):
      "Frame \(index) is \(width) × \(height) pixels, unlike frame 0; draw all frames in one size."
    case .delayOutOfRange(let delay):
      "A frame cannot be shown for \(delay); give from 10 milliseconds to 655.35 seconds."
    case .unrenderable(let reason):
      "The drawing cannot be rendered; check its SVG text (\(reason))."
    case .unprocessable(let reason):
      "The picture cannot be changed, most often for want of memory (\(reason))."
    case .unencodable(let format, let reason):
      "The picture cannot be written as \(format.name) (\(reason))."
    case .unavailable(let reason):
      "The image library libvips does not start; check that it is installed (\(reason))."
    }
  }

  private static func shown(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "nothing: it is empty" }
    return bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined(separator: " ")
  }
}

extension ImageFormat {
  /// The name that people use.
  fileprivate var name: String { self == .webp ? "WebP" : rawValue.uppercased() }
}
