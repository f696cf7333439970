import type { CountryAreas } from '../../src/features/geospatial/land/country-areas.js';
import { countryAt, countryShape } from '../../src/features/geospatial/land/country-shape.js';

/** The areas of the countries of the built-in map. */
export const countryAreas: CountryAreas = {
  areaOf: (code) => countryShape(code)?.area,
  boxOf: (code) => countryShape(code)?.box,
  codeAt: countryAt,
};
