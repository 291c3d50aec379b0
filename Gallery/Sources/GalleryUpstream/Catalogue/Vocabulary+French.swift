extension Vocabulary {
  static let french = Vocabulary(
    language: .french,
    givenNames: ["Maëlys", "Théodore", "Noémie", "Côme", "Apolline", "Gaspard", "Héloïse", "Ismaël"],
    familyNames: ["Vauquelin", "de Brécourt", "Fontanelle", "Kerguélec", "L’Hermine", "Marchenoir"],
    bandHeads: ["Les Garçons", "Les Enfants", "La Fanfare", "Les Messieurs", "Le Bal"],
    bandTails: ["d’à Côté", "du Métro", "de la Pluie", "du Dernier Étage", "des Oubliés"],
    titleHeads: [
      "L’été", "Nos lettres", "La fête", "Un café", "Mille adieux", "Le silence", "Ma chambre", "Les heures",
    ],
    titleTails: [
      "sous la pluie", "sans toi", "à l’envers", "jusqu’à l’aube", "de l’autre côté", "où tout commence",
      "en noir & blanc", "après Noël",
    ]
  )
}
