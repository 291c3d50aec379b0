extension Vocabulary {
  static let english = Vocabulary(
    language: .english,
    givenNames: [
      "Odessa", "Thaddeus", "Marlowe", "Imogen", "Desmond", "Tamsin", "Lorcan", "Philippa", "Ezra", "Winnie",
      "Caspian", "Bronwen", "Ambrose", "Delphine", "Osric", "Juniper", "Hollis", "Saoirse", "Quill", "Maeve",
    ],
    familyNames: [
      "Fairweather", "Blackwood-Okoro", "Penhallow", "Quarrington", "Mossgrove", "O’Tierney", "Vantongeren",
      "Hartsdale", "Whitlock-Reyes", "Ashenhurst", "Duskin", "Locksmythe", "Marrowby", "Pellwick",
      "Thornquist",
    ],
    bandHeads: [
      "The Velvet", "The Borrowed", "Paper", "Midnight", "Copper", "Saltwater", "The Unlikely", "Northbound",
      "Quiet", "Electric", "Second-Hand", "The Sunday",
    ],
    bandTails: [
      "Cartographers", "Lighthouses", "Umbrellas", "Orchard", "Telegraph", "Pelicans", "Parade",
      "Understudies",
      "Tramlines", "Almanac", "Weathermen", "Radios",
    ],
    titleHeads: [
      "Letters", "Postcards", "Small Fires", "Echoes", "Dancing", "Lost Keys", "Every Colour", "Slow Trains",
      "Good News", "Static", "Borrowed Time", "Paper Boats", "Half the Sky", "Strangers", "Songs",
    ],
    titleTails: [
      "from the Harbour", "in the Static", "Before the Rain", "for Nobody’s Birthday", "on Platform Nine",
      "After the Flood", "Under Neon", "Without a Map", "at Closing Time", "Until Tuesday", "Beneath the Ice",
      "in B-Flat", "from Another Summer", "for the Long Way Home",
    ]
  )
}
