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
  /// The file has more bytes than ``ImageLimits/bytes`` allow.
  case tooManyBytes(Int, limit: Int)
  /// The computation needs more memory than ``ImagePool/memoryLimit`` gives to all of them.
  case tooMuchMemory(needed: Int, limit: Int)
  /// The computation took longer than ``ImageLimits/time``.
  case tooLong(limit: Duration)
  /// As many computations wait as ``ImagePool/waitingLimit`` allows.
  case tooManyWaiting(limit: Int)
  /// Something that is called so, such as a quality, is not within what is allowed.
  case valueOutOfRange(String, Double, allowed: ClosedRange<Double>)
  /// An overlay cannot lie where the eye goes.
  case noPlaceForOverlay
  /// The text of an overlay has nothing that can be seen, or cannot be drawn so large.
  case undrawableText(reason: String)
  /// The installed library does not read the format, or it may not be read: see ``ImageFormat/jxl``.
  case notRead(ImageFormat)
  /// The installed library does not write the format.
  case unwritable(ImageFormat)
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
      "This is not an image of a format that is known here (it begins with \(Self.shown(firstBytes)))."
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
    case .tooManyBytes(let count, let limit):
      "The file has \(count) bytes, and \(limit) are allowed; use a smaller one or raise the limit."
    case .tooMuchMemory(let needed, let limit):
      "The image needs \(needed) bytes of memory, and all images together have \(limit); "
        + "use a smaller one or raise the limit."
    case .tooLong(let limit):
      "The image took longer than the \(limit) that are allowed; use a smaller one or raise the limit."
    case .tooManyWaiting(let limit):
      "\(limit) images wait to be computed already, and no more may; try again later."
    case .valueOutOfRange(let name, let value, let allowed):
      "\(Self.shown(value)) is not a possible \(name); it must be from \(Self.shown(allowed.lowerBound)) "
        + "to \(Self.shown(allowed.upperBound))."
    case .noPlaceForOverlay:
      "An overlay cannot lie where the eye goes; give a corner, an edge or an offset."
    case .undrawableText(let reason):
      "The text of an overlay cannot be drawn; give it letters that can be seen, in a smaller size (\(reason))."
    case .notRead(let format):
      "\(format.name) images are not read here; use \(Self.names(ImageFormat.readable.subtracting([format])))."
    case .unwritable(let format):
      "\(format.name) images are not written here; use \(Self.names(ImageFormat.writable))."
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

  /// 16,384 and not 16,384.0.
  private static func shown(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  private static func names(_ formats: Set<ImageFormat>) -> String {
    formats.map(\.name).sorted().joined(separator: ", ")
  }

  private static func shown(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "nothing: it is empty" }
    return bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined(separator: " ")
  }
}
