import CVipsShim

extension Picture {
  /// The picture with a filter over it. Transparency stays, and a blur softens it too.
  ///
  /// Cancelling answers at once and stops the computation.
  ///
  /// - Throws: ``ImageError/sigmaOutOfRange(_:)``, ``ImageError/unprocessable(reason:)``;
  ///   `CancellationError`.
  public func filtered(by filter: ImageFilter) async throws -> Picture {
    try filter.check()
    return try await changed { image throws(VipsFailure) in try image.filtered(by: filter) }
  }

  /// A picture of what `change` makes of this one's pixels.
  func changed(
    _ change: @escaping @Sendable (VipsImage) throws(VipsFailure) -> VipsImage
  ) async throws -> Picture {
    try await ImageWorker.shared.run { interruption in
      do {
        return Picture(try change(image).computed("changing", interruption))
      } catch let failure as VipsFailure {
        throw ImageError.unprocessable(reason: failure.message)
      }
    }
  }
}

extension VipsImage {
  /// A lazy image with a filter over it, and never this one itself.
  func filtered(by filter: ImageFilter) throws(VipsFailure) -> VipsImage {
    switch filter {
    case .sepia:
      try recombined([0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131])
    case .mono:
      try recombined([0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722])
    case .blur(let sigma):
      try mixed { image throws(VipsFailure) in
        try image.derived("gaussblur") { errands_vips_blur($0, sigma) }
      }
    }
  }

  private func recombined(_ rows: [Double]) throws(VipsFailure) -> VipsImage {
    try derived("recomb") { errands_vips_recombine($0, rows) }
  }
}
