import CVipsShim

extension ImageFormat {
  var vips: errands_format {
    switch self {
    case .jpeg: ERRANDS_FORMAT_JPEG
    case .png: ERRANDS_FORMAT_PNG
    case .webp: ERRANDS_FORMAT_WEBP
    case .gif: ERRANDS_FORMAT_GIF
    case .avif: ERRANDS_FORMAT_AVIF
    case .heic: ERRANDS_FORMAT_HEIC
    case .jxl: ERRANDS_FORMAT_JXL
    }
  }
}
