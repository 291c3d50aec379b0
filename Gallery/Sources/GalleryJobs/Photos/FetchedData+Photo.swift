import ErrandsImages
import ErrandsLoading
import Foundation

extension FetchedData {
  /// Throws unless the body is an image, and a whole one.
  ///
  /// A server that answers 200 with a page of excuses, or half a picture that it says is all, would otherwise leave
  /// a photo that no program can open.
  package func checkPhoto() throws(PhotoError) {
    guard let format = ImageFormat(sniffing: body) else {
      throw .notAnImage(head.url, mediaType: mediaType, isEmpty: body.isEmpty)
    }
    guard !format.lacksEnd(body) else { throw .incomplete(head.url, format, bytes: body.count) }
  }

  /// What the server says that it is, without parameters.
  private var mediaType: String? {
    head.fields["Content-Type"]?.split(separator: ";").first
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
