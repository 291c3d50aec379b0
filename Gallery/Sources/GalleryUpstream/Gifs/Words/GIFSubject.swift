/// What can be seen on a GIF, and the words for it.
struct GIFSubject: Sendable {
  let motif: any Motif
  /// As a title in each language says it.
  let english: String
  let vietnamese: String
  /// Further words that it is found by, in both languages, separated by spaces.
  let tags: String

  static let all = [
    GIFSubject(
      motif: Motifs.Cat(),
      english: "Cat",
      vietnamese: "Mèo",
      tags: "cats kitty kitten pet animal cute meow con mèo mèo con thú cưng động vật dễ thương"
    ),
    GIFSubject(
      motif: Motifs.Ball(),
      english: "Ball",
      vietnamese: "Quả bóng",
      tags: "balls bounce bouncing sport football soccer nảy bóng đá thể thao"
    ),
    GIFSubject(
      motif: Motifs.Planets(),
      english: "Planet",
      vietnamese: "Hành tinh",
      tags: "planets orbit sun space solar system science vũ trụ mặt trời quỹ đạo khoa học"
    ),
    GIFSubject(
      motif: Motifs.Sea(hasBoat: false),
      english: "Ocean",
      vietnamese: "Biển",
      tags: "sea wave waves water summer beach sóng biển nước mùa hè bãi biển"
    ),
    GIFSubject(
      motif: Motifs.Sea(hasBoat: true),
      english: "Boat",
      vietnamese: "Con thuyền",
      tags: "boats sail sailing ship sea wave travel thuyền buồm tàu biển sóng du lịch"
    ),
    GIFSubject(
      motif: Motifs.Ripples(),
      english: "Ripple",
      vietnamese: "Gợn sóng",
      tags: "ripples ring rings pulse circle hypnotic vòng tròn thôi miên nhịp"
    ),
    GIFSubject(
      motif: Motifs.Rain(),
      english: "Rain",
      vietnamese: "Mưa",
      tags: "rainy cloud weather storm monday trời mưa mây thời tiết thứ hai"
    ),
    GIFSubject(
      motif: Motifs.Heart(),
      english: "Heart",
      vietnamese: "Trái tim",
      tags: "hearts love beat valentine romance yêu tình yêu anh yêu em lễ tình nhân"
    ),
    GIFSubject(
      motif: Motifs.Flower(),
      english: "Flower",
      vietnamese: "Bông hoa",
      tags: "flowers bloom spring garden nature hoa nở mùa xuân khu vườn thiên nhiên"
    ),
    GIFSubject(
      motif: Motifs.Fish(),
      english: "Fish",
      vietnamese: "Con cá",
      tags: "swim swimming bubbles aquarium animal bơi bong bóng bể cá động vật"
    ),
    GIFSubject(
      motif: Motifs.Clock(),
      english: "Clock",
      vietnamese: "Đồng hồ",
      tags: "clocks time waiting late hurry thời gian chờ đợi muộn nhanh lên"
    ),
    GIFSubject(
      motif: Motifs.Candle(),
      english: "Candle",
      vietnamese: "Ngọn nến",
      tags: "candles flame fire light cosy ngọn lửa ánh sáng nến ấm áp"
    ),
    GIFSubject(
      motif: Motifs.Night(),
      english: "Moon",
      vietnamese: "Mặt trăng",
      tags: "stars night sky dream trăng ngôi sao đêm bầu trời giấc mơ trung thu"
    ),
    GIFSubject(
      motif: Motifs.Dots(),
      english: "Dots",
      vietnamese: "Chấm tròn",
      tags: "dot loading typing wait jump đang tải đang gõ chờ nhảy"
    ),
    GIFSubject(
      motif: Motifs.Tiles(),
      english: "Squares",
      vietnamese: "Ô vuông",
      tags: "square spin spinning pattern geometric satisfying hình vuông xoay hoa văn hình học"
    ),
    GIFSubject(
      motif: Motifs.Balloons(),
      english: "Balloons",
      vietnamese: "Bóng bay",
      tags: "balloon party birthday fly tiệc sinh nhật bay"
    ),
  ]
}
