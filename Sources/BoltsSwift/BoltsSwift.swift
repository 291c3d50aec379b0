@_exported import ErrandsBolts
