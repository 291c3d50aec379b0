/// How what can be seen on a GIF feels, and what people say with it.
struct GIFMood: Sendable {
  /// As a title in each language says it.
  let english: String
  let vietnamese: String
  /// Further words that it is found by, in both languages, separated by spaces.
  let tags: String
  /// How long a frame is shown, in milliseconds; hundredths of seconds, as GIF counts.
  let delay: Int

  static let all = [
    GIFMood(english: "Happy", vietnamese: "vui vẻ", tags: "joy yay smile hạnh phúc cười", delay: 70),
    GIFMood(
      english: "Sleepy",
      vietnamese: "buồn ngủ",
      tags: "tired sleep good night mệt chúc ngủ ngon",
      delay: 130
    ),
    GIFMood(english: "Excited", vietnamese: "háo hức", tags: "wow yes omg tuyệt vời", delay: 50),
    GIFMood(english: "Sad", vietnamese: "buồn bã", tags: "sorry miss you xin lỗi nhớ bạn", delay: 120),
    GIFMood(english: "Dancing", vietnamese: "nhảy múa", tags: "dance party tiệc khiêu vũ", delay: 60),
    GIFMood(english: "Calm", vietnamese: "bình yên", tags: "relax chill slow thư giãn", delay: 110),
    GIFMood(
      english: "Grateful",
      vietnamese: "biết ơn",
      tags: "thank you thanks cảm ơn cám ơn",
      delay: 80
    ),
    GIFMood(
      english: "Friendly",
      vietnamese: "thân thiện",
      tags: "hello hi hey welcome xin chào bạn",
      delay: 80
    ),
    GIFMood(english: "Lonely", vietnamese: "cô đơn", tags: "alone bored một mình chán", delay: 120),
    GIFMood(english: "Hungry", vietnamese: "đói bụng", tags: "food lunch đồ ăn bữa trưa", delay: 70),
    GIFMood(english: "Confused", vietnamese: "bối rối", tags: "what huh why gì vậy tại sao", delay: 90),
    GIFMood(
      english: "Celebrating",
      vietnamese: "ăn mừng",
      tags: "congratulations happy birthday chúc mừng sinh nhật",
      delay: 60
    ),
  ]
}
