import type { Area } from '../area.js';
import type { Box } from '../box.js';

/** The areas of countries on the map. */
export abstract class CountryAreas {
  /** Returns the land of a country, without territorial waters; undefined for a country that is not on the map. */
  abstract areaOf(code: string): Area | undefined;
  /** Returns the box around the largest part of a country's land; undefined for a country that is not on the map. */
  abstract boxOf(code: string): Box | undefined;
  /** Returns the country on whose land a position is (ISO 3166-1 alpha-2); undefined at sea. */
  abstract codeAt(lat: number, lon: number): string | undefined;
}
