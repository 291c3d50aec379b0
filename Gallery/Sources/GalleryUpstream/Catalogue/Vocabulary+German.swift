extension Vocabulary {
  static let german = Vocabulary(
    language: .german,
    givenNames: ["Liesbeth", "Jörn", "Marieluise", "Götz", "Änne", "Thorben", "Friederike", "Kolja"],
    familyNames: ["Weißgerber", "Königsdörfer", "Mühlenbrock", "Sturmhöfel", "Großkopf", "Lüttich"],
    bandHeads: ["Kapelle", "Die Gebrüder", "Fräulein", "Kommando", "Orchester"],
    bandTails: ["Nebelhorn", "Straßenbahn", "Übermut", "Sperrstunde", "Kühlschrank"],
    titleHeads: [
      "Lichter", "Briefe", "Schatten", "Tänzer", "Ein Sommer", "Fünf Minuten", "Kein Wort", "Züge", "Märchen",
    ],
    titleTails: [
      "über der Stadt", "im Regen", "ohne Namen", "nach Mitternacht", "für später", "zwischen den Jahren",
      "auf Wiedersehen", "aus Glas",
    ]
  )
}
