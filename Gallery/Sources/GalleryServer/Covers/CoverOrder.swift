import Crypto
import ErrandsImages
import ErrandsLoading
import Foundation
import GalleryJobs

/// A cover that somebody wants: of which original, how treated, and in which format.
///
/// As a request it is one for a thing of its own, beside the original at the same address: what is removed of the address
/// takes its covers with it.
struct CoverOrder: Sendable {
  private static let treatmentField = "Cover-Treatment"

  /// What the original is asked for with.
  let original: FetchRequest
  let treatment: CoverTreatment
  let encoding: Picture.Encoding

  init(_ original: FetchRequest, _ treatment: CoverTreatment, as encoding: Picture.Encoding) {
    self.original = original
    self.treatment = treatment
    self.encoding = encoding
  }

  /// What a request from ``request`` stands for.
  init?(_ request: FetchRequest) {
    let formats: [Picture.Encoding] = [.webp(), .jpeg()]
    guard let treatment = request.fields[Self.treatmentField].flatMap({ CoverTreatment($0) }),
      let encoding = formats.first(where: { $0.format.mediaType == request.fields["Accept"] })
    else { return nil }
    self.init(.picture(request.url), treatment, as: encoding)
  }

  private var type: String { encoding.format.mediaType }

  var form: PictureTag.Form { PictureTag.Form("\(treatment.text) \(type)") }

  var request: FetchRequest {
    var request = FetchRequest(
      original.url,
      fields: ["Accept": type, Self.treatmentField: treatment.text]
    )
    // A digest of the address, as keys are written to disk, and an address may have a password in it.
    let address = Data(SHA256.hash(data: Data(original.url.absoluteString.utf8))).base64URL
    request.key = "cover \(treatment.text) \(type) \(address)"
    return request
  }
}
