extension Vocabulary {
  static let spanish = Vocabulary(
    language: .spanish,
    givenNames: [
      "Rocío", "Íñigo", "Maricruz", "Leandro", "Begoña", "Nahuel", "Ximena", "Gonzalo", "Azucena",
    ],
    familyNames: ["Villalpando", "Peñarrubia", "Cienfuentes", "Zubiaurre", "Montealegre", "Ibáñez-Luna"],
    bandHeads: ["Los Pájaros", "Las Hermanas", "Los Reyes", "La Banda", "Los Fantasmas"],
    bandTails: ["del Callejón", "de la Azotea", "del Mediodía", "de San Nadie", "del Último Tren"],
    titleHeads: [
      "Canciones", "Cartas", "Luces", "Promesas", "Fuego", "Café", "Otra noche", "Bailando", "Niños",
      "Veranos",
    ],
    titleTails: [
      "de medianoche", "sin dirección", "para nadie", "en la azotea", "bajo el volcán", "con mañana",
      "a quemarropa", "desde el año pasado",
    ]
  )
}
