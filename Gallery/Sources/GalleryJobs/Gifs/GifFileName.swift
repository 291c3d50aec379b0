import ErrandsLoading
import Foundation

/// The name of an animation's file. At Giphy all of them are called `giphy.gif`.
enum GifFileName {
  /// Longer titles are cut, so that the id behind them stays whole. In bytes of UTF-8.
  private static let titleLimit = 120
  private static let idLimit = 64

  /// `cat-in-a-box-3o6Zt481isNVuQI1l6.gif`: what the server calls it or else its title, and its id, which
  /// makes it a name of its own, and the same one the next time.
  ///
  /// - Parameter offered: The name that the server gives it, if it does.
  static func name(for gif: Gif, at url: URL, offered: String? = nil) -> SafeFileName {
    let parts = [stem(of: gif, at: url, offered: offered), words(of: gif.id, upTo: idLimit)]
    let name = parts.filter { !$0.isEmpty }.joined(separator: "-")
    let whole = (name.isEmpty ? "animation" : name) + ending(of: url)
    return SafeFileName(whole) ?? SafeFileName(fallback: "animation.gif")
  }

  private static func stem(of gif: Gif, at url: URL, offered: String?) -> String {
    let offered = offered.flatMap(SafeFileName.init).map(withoutEnding)
    let called = SafeFileName(url: url).map(withoutEnding)
    for name in [offered, gif.title, called] {
      let words = words(of: name?.lowercased() ?? "", upTo: titleLimit)
      if !words.isEmpty { return words }
    }
    return ""
  }

  private static func withoutEnding(_ name: SafeFileName) -> String {
    (name.text as NSString).deletingPathExtension
  }

  private static func ending(of url: URL) -> String {
    url.pathExtension.lowercased() == "webp" ? ".webp" : ".gif"
  }

  /// The letters and digits of any script, with hyphens for everything between them.
  private static func words(of text: String, upTo limit: Int) -> String {
    var room = limit
    let short = text.precomposedStringWithCanonicalMapping.prefix { character in
      room -= character.utf8.count
      return room >= 0
    }
    return short.split { !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }
}
