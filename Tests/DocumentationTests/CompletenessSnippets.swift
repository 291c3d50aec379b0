import ErrandsImages
import Foundation
import Testing

@Suite("The snippets about whole files")
struct CompletenessSnippets {
  @Test("tell a whole file from one that broke off")
  func whole() {
    func format(of bytes: Data) -> ImageFormat? {
      guard let format = ImageFormat(sniffing: bytes), !format.lacksEnd(bytes) else { return nil }
      return format
    }
    let beginning = Data("GIF89a".utf8) + Data([1, 0, 1, 0, 0, 0, 0])
    #expect(format(of: beginning + [0x3B]) == .gif)
    #expect(format(of: beginning) == nil)
  }
}
