import GalleryJobs
import Hummingbird

/// Which slice of the wall is asked for.
struct CoversQuery: Equatable {
  /// Where a slice may begin: numbers that JavaScript still tells apart.
  static let starts = 0...999_999_999_999_999

  var from = 0
  var count = 30
  var filter = CoverFilter.none
  /// The style that carries the slice's load and the work for each of its covers; nil for ``usualStyle``, and no word about it
  /// in the covers' addresses.
  var style: JobStyle?

  static let usualStyle = JobStyle.async

  /// - Throws: A problem with status 400.
  init(_ parameters: Parameters) throws {
    from = try Self.number("from", in: parameters, within: Self.starts) ?? from
    count = try Self.number("count", in: parameters, within: ArticleFeed.counts) ?? count
    filter = try parameters.choice("filter") ?? filter
    style = try parameters.choice("style")
  }

  private static func number(
    _ name: Substring,
    in parameters: Parameters,
    within limits: ClosedRange<Int>
  ) throws -> Int? {
    guard let number = try parameters.number(name, within: limits) else { return nil }
    guard limits.contains(number) else {
      let range = "\(limits.lowerBound) to \(limits.upperBound)"
      throw Problem.badRequest("\(number) is not possible for \(name); give a number from \(range).")
    }
    return number
  }
}
