import Testing

@testable import GalleryUpstream

@Suite("The view on a photo")
struct PhotoSceneTests {
  @Test("A seed and a number are one view, for ever")
  func deterministic() {
    for number in 0..<32 {
      let (scene, again) = (PhotoScene(number: number, seed: 7), PhotoScene(number: number, seed: 7))
      #expect(scene.svg == again.svg)
      #expect(scene.shape == again.shape)
    }
  }

  @Test("Other numbers and other seeds are other views")
  func distinct() {
    let views = Set(
      (0..<100).flatMap { number in
        [PhotoScene(number: number, seed: 1).svg, PhotoScene(number: number, seed: 2).svg]
      }
    )
    #expect(views.count == 200)
  }

  @Test("Neighbours come in all shapes")
  func shapes() {
    let shapes = (0..<200).map { PhotoScene(number: $0, seed: 1).shape }
    for shape in PhotoScene.Shape.all { #expect(shapes.count { $0 == shape } > 20) }
  }

  @Test("A side that was not asked for follows from the shape")
  func sides() {
    let wide = PhotoScene.Shape(width: 3, height: 2)
    func sides(_ width: Int?, _ height: Int?, _ shape: PhotoScene.Shape) -> [Int] {
      let photo = UpstreamPhoto(number: 1, format: .jpeg, width: width, height: height, shape: shape)
      return [photo.width, photo.height]
    }
    #expect(sides(nil, nil, wide) == [900, 600])
    #expect(sides(nil, nil, PhotoScene.Shape(width: 2, height: 3)) == [600, 900])
    #expect(sides(300, nil, wide) == [300, 200])
    #expect(sides(nil, 300, wide) == [450, 300])
    #expect(sides(100, 100, wide) == [100, 100])
    // Within the limits on both sides.
    #expect(sides(16, nil, wide) == [16, 16])
    #expect(sides(nil, 3000, wide) == [3000, 3000])
  }
}
