extension Vocabulary {
  static let japanese = Vocabulary(
    language: .japanese,
    givenNames: ["詩織乃", "朔太", "みなほ", "蒼一朗", "こはる", "燈子", "凪斗"],
    familyNames: ["霧ヶ峰", "東雲寺", "水無川", "月待", "小夜坂", "風見野"],
    familyNameFirst: true,
    bandHeads: ["真夜中の", "はじまりの", "三丁目の", "透明な", "忘れられた"],
    bandTails: ["郵便局", "観覧車", "図書委員", "ソーダ水", "天文台"],
    titleHeads: ["夜明けの", "青い", "最後の", "君と見た", "ひとりぼっちの", "終わらない", "七月の", "透きとおる"],
    titleTails: ["電車", "海", "手紙", "プラネタリウム", "雨音", "さよなら", "約束", "帰り道"],
    joint: ""
  )
}
