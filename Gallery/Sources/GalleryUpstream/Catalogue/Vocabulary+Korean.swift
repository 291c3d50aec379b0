extension Vocabulary {
  static let korean = Vocabulary(
    language: .korean,
    givenNames: ["하람", "서늘", "이든솔", "다온", "가람빛", "새봄", "루다"],
    familyNames: ["남궁", "선우", "제갈", "황보", "독고", "사공"],
    familyNameFirst: true,
    bandHeads: ["새벽", "달빛", "유리", "파란", "오후 세 시의"],
    bandTails: ["우체국", "정류장", "우산", "고래", "라디오"],
    titleHeads: ["새벽의", "너와 나의", "끝나지 않은", "비 오는 날의", "서울의", "마지막", "조용한", "열일곱의"],
    titleTails: ["편지", "노래", "바다", "약속", "정거장", "여름", "온도", "산책"]
  )
}
