/// The words of one language that articles are made of. A summary is an opening and an ending that go together
/// whichever two meet. All of it is invented.
struct ArticleWords: Sendable {
  let vocabulary: Vocabulary
  let openings: [String]
  let endings: [String]

  func summary(_ random: inout CatalogueRandom) -> String {
    "\(random.pick(openings)) \(random.pick(endings))"
  }

  static let english = ArticleWords(
    vocabulary: .english,
    openings: [
      "For eleven winters a ferryman has written down every passenger’s first sentence.",
      "Nobody in the valley remembers who planted the orange trees along the railway.",
      "The last workshop that tunes bells by ear stands behind a petrol station.",
      "She mapped the city by its smells, and found a street that is on no other map.",
      "A lighthouse without a lamp still gets two hundred letters a year.",
      "The village chose its new clock by vote, and has been four minutes late ever since.",
      "What does a library lend when the river has taken its books?",
      "Between two night trains the station belongs to the people who clean it.",
      "He repairs radios that nobody will ever collect, and keeps a list of their owners.",
      "An orchestra of beginners plays on the roof each Tuesday, whatever the weather.",
    ],
    endings: [
      "A report from a place that is in no hurry.", "We spent a week there, and missed the boat home.",
      "In nine photographs and one recipe.", "With a note on what the archives leave out.",
      "The answer was in the guest book all along.", "Our correspondent stayed until the tide turned.",
      "Part one of three.", "Told by those who were there.",
    ]
  )

  static let vietnamese = ArticleWords(
    vocabulary: .vietnamese,
    openings: [
      "Suốt mười một mùa nước nổi, người lái đò chép lại câu đầu tiên của mỗi người khách.",
      "Cả xóm không ai nhớ ai đã trồng hàng điệp dọc đường tàu.",
      "Xưởng đúc chuông cuối cùng nằm khuất sau một tiệm tạp hoá.",
      "Chị vẽ bản đồ thành phố bằng mùi hương và tìm ra một con hẻm chưa ai ghi tên.",
      "Giữa hai chuyến tàu đêm, nhà ga thuộc về những người quét dọn.",
      "Ông sửa những chiếc radio không ai đến nhận và giữ nguyên sổ tên người gửi.",
      "Dàn nhạc của những người mới học chơi trên sân thượng mỗi tối thứ ba, dù nắng hay mưa.",
    ],
    endings: [
      "Ghi chép từ một nơi chẳng vội vàng.", "Chúng tôi ở lại một tuần và lỡ chuyến phà về.",
      "Kể bằng chín tấm ảnh và một công thức nấu ăn.", "Câu trả lời vẫn nằm trong sổ lưu bút.",
      "Kỳ một của loạt bài ba kỳ.", "Theo lời những người trong cuộc.",
    ]
  )
}
