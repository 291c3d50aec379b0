@_exported import ErrandsPromises
