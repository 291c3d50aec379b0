extension Vocabulary {
  static let portuguese = Vocabulary(
    language: .portuguese,
    givenNames: ["Jurema", "Caetana", "Otávio", "Iracema", "João Bento", "Luísa", "Tomé", "Conceição"],
    familyNames: ["Guimarães-Paz", "Figueirão", "Araripe", "Montenegrinho", "Assunção", "Valadão"],
    bandHeads: ["Os Irmãos", "As Filhas", "O Bloco", "A Turma", "Os Amigos"],
    bandTails: ["da Ladeira", "do Sertão", "da Maré Alta", "do Quintal", "da Estação"],
    titleHeads: ["Saudade", "Coração", "Madrugada", "Canção", "Janelas", "Um samba", "Amanhã", "Sal"],
    titleTails: [
      "sem fim", "na contramão", "de dezembro", "pra ninguém", "à beira-mar", "com açúcar", "no escuro",
      "depois do carnaval",
    ]
  )
}
