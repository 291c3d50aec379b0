extension Vocabulary {
  static let vietnamese = Vocabulary(
    language: .vietnamese,
    givenNames: [
      "Thảo Miên", "Khuê Anh", "Nhật Quang", "Hạ Vy", "Đăng Khoa", "Tường San", "Bảo Ngân", "Uyển Nhi",
      "Minh Triết", "Quỳnh Giao", "Hải Đường", "Thiên Ân",
    ],
    familyNames: ["Nguyễn", "Trần", "Lê", "Phạm", "Huỳnh", "Đặng", "Bùi", "Đỗ", "Dương", "Vũ"],
    familyNameFirst: true,
    bandHeads: ["Nhóm", "Ban nhạc", "Gánh hát", "Đội"],
    bandTails: ["Mây Tre", "Gió Chướng", "Phố Lạ", "Đèn Dầu", "Ghế Gỗ", "Sông Xưa", "Bốn Giờ Sáng"],
    titleHeads: [
      "Mưa", "Nắng", "Đêm", "Chuyến xe", "Lá thư", "Giấc mơ", "Bóng em", "Tiếng đàn", "Con đường", "Một ngày",
      "Khúc ru", "Lời hẹn",
    ],
    titleTails: [
      "trên phố cũ", "cuối mùa", "không tên", "qua sông", "chưa kịp nói", "giữa Sài Gòn", "ở lại",
      "tháng Chạp",
      "về phía biển", "năm mười bảy tuổi", "đã ngủ quên", "ngoài ô cửa",
    ]
  )
}
