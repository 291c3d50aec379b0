import Foundation

extension FuzzTarget {
  /// What is read of image files before a decoder sees them.
  static let imageOutline = FuzzTarget(name: "image-outline") { input in
    let file = Data(input.bytes)
    let format = ImageFormat(sniffing: file)
    for format in ImageFormat.allCases { _ = file.isEmpty || format.lacksEnd(file) }
    require(
      format == ImageFormat(sniffing: file + Data([0])) || file.count < 64,
      "a byte behind it changes the format"
    )
    file.withUnsafeBytes { bytes in
      let gif = GIFOutline(of: bytes, frameLimit: 100)
      require(gif.frames <= 101, "\(gif.frames) frames were read")
      require((0...131_070).contains(gif.width) && (0...131_070).contains(gif.height), "no GIF is so large")

      let webP = WebPOutline(of: bytes)
      require(
        (0...1 << 24).contains(webP.size.width) && (0...1 << 24).contains(webP.size.height),
        "nor a WebP"
      )
      require(webP.frames >= 1 && webP.frames <= 1 + bytes.count / 8, "\(webP.frames) frames are too many")

      let heif = HEIFOutline(of: bytes)
      require(heif.sizes.count <= 200_000, "there are more sequences than units")
      for size in heif.sizes {
        require(
          (0...1 << 33).contains(size.width) && (0...1 << 33).contains(size.height),
          "no image is so large"
        )
      }
      let scans = JPEGOutline(of: bytes).scans
      require(scans <= JPEGOutline.scanLimit + 1, "more scans were read than are allowed")
      require(
        scans <= zip(bytes, bytes.dropFirst()).count { $0 == (0xFF, 0xDA) },
        "there are more scans than markers"
      )
      require((0...bytes.count << 32).contains(PNGOutline(of: bytes).compressedText), "there is less text")
      for box in BoxReader(bytes).boxes {
        require(box.content.lowerBound >= 0 && box.content.upperBound <= bytes.count, "a box lies outside")
      }
    }
    let bare = WebPFile.withoutMetadata(file)
    require(bare.count <= file.count + 1, "a file without metadata is longer")
    let names = WebPFile.chunks(of: bare).map(\.name)
    require(bare == file || !names.contains(Data("EXIF".utf8)), "metadata are left")
  }
}
