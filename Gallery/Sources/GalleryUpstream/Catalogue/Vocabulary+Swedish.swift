extension Vocabulary {
  static let swedish = Vocabulary(
    language: .swedish,
    givenNames: ["Solveig", "Torbjörn", "Ylva", "Åke", "Märta", "Sixten", "Tuva"],
    familyNames: ["Granljung", "Sjövind", "Åkerhjelm", "Björkenstam", "Nordanå", "Frostegård"],
    bandHeads: ["Kvartetten", "Systrarna", "Klubb", "Bröderna", "Kören"],
    bandTails: ["Midvinter", "Blåbär", "Sjöbod", "Nattåg", "Tystnad"],
    titleHeads: [
      "Vinterljus", "Sista båten", "Hjärtat", "Ingenting", "En visa", "Regn", "Vi två", "Stjärnor",
    ],
    titleTails: ["över havet", "i maj", "utan ord", "på Söder", "före gryningen", "hem igen", "åt alla"]
  )
}
