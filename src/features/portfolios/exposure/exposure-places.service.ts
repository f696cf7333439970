import { Service } from 'typedi';
import { lazy } from '../../../async/lazy.js';
import { gazetteer } from '../../../gazetteer/gazetteer.js';
import { fold, foldedWords } from '../../../text/words.js';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import { destination, distanceMeters } from '../../geospatial/sphere.js';
import type { ExposurePlace, ExposurePlaceKind, NearbyPlace } from './place.js';

const straitKinds: ReadonlySet<string> = new Set(['strait', 'canal', 'passage', 'cape']);
const PORT_REACH_METERS = 50_000;
const STRAIT_REACH_METERS = 150_000;
/** Reach (m) of straits that are longer than usual, by id: about half of their length. */
const longReaches: Readonly<Record<string, number>> = {
  'strait:strait-of-malacca': 400_000,
  'strait:english-channel': 300_000,
  'strait:mozambique-channel': 800_000,
  'strait:taiwan-strait': 200_000,
  'strait:danish-straits': 250_000,
  'strait:korea-strait': 200_000,
  'strait:luzon-strait': 200_000,
  'strait:strait-of-magellan': 250_000,
  'strait:cape-of-good-hope': 300_000,
  'strait:cape-horn': 300_000,
  'strait:northern-sea-route': 2_000_000,
  'strait:northwest-passage': 1_000_000,
};
/** Bearings (degrees) of the points on the edge of a circle that are checked for the countries that it touches. */
const RIM_BEARINGS = [0, 45, 90, 135, 180, 225, 270, 315];

/** The places that holdings can be exposed to: countries, ports and straits. */
@Service()
export class ExposurePlaces {
  private readonly byId = lazy(() => new Map(this.read().map((place) => [place.id, place])));

  constructor(private readonly geospatial: GeospatialApi) {}

  find(id: string): ExposurePlace | undefined {
    return this.byId().get(id);
  }

  /** Finds places by name: first names that begin with `q`, then names that contain it; alphabetically. */
  search({ kinds, q = '' }: { kinds?: readonly ExposurePlaceKind[]; q?: string }, limit: number): ExposurePlace[] {
    const words = fold(q).trim();
    const begins: ExposurePlace[] = [];
    const contains: ExposurePlace[] = [];
    for (const place of this.byId().values()) {
      if (kinds !== undefined && !kinds.includes(place.kind)) continue;
      const at = fold(place.name).indexOf(words);
      if (at === 0) begins.push(place);
      else if (at > 0) contains.push(place);
    }
    const byName = (a: ExposurePlace, b: ExposurePlace) =>
      a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1;
    return [...begins.sort(byName), ...contains.sort(byName)].slice(0, limit);
  }

  /**
   * Returns the places that a circle touches, nearest first. A port or strait is touched when its reach overlaps the
   * circle; a country, when the center or one of eight points on the edge is on its land.
   */
  near(position: { lat: number; lon: number }, radiusMeters: number): NearbyPlace[] {
    const { lat, lon } = position;
    const found: NearbyPlace[] = [];
    for (const place of this.byId().values()) {
      if (place.reachMeters === null) continue;
      const distance = distanceMeters(lat, lon, place.lat, place.lon);
      if (distance <= radiusMeters + place.reachMeters) found.push({ place, distanceMeters: Math.round(distance) });
    }
    const countries = new Map<string, number>();
    const take = (at: { lat: number; lon: number }, meters: number) => {
      const code = this.geospatial.countryAt(at);
      if (code !== undefined && !countries.has(code)) countries.set(code, meters);
    };
    take(position, 0);
    if (radiusMeters > 0)
      for (const bearing of RIM_BEARINGS) take(destination(lat, lon, bearing, radiusMeters), radiusMeters);
    for (const [code, meters] of countries) {
      const place = this.find(`country:${code}`);
      if (place !== undefined) found.push({ place, distanceMeters: Math.round(meters) });
    }
    return found.sort((a, b) => a.distanceMeters - b.distanceMeters || (a.place.id < b.place.id ? -1 : 1));
  }

  private read(): ExposurePlace[] {
    return [...this.countries(), ...this.straits(), ...this.ports()];
  }

  private *countries(): Generator<ExposurePlace> {
    for (const [code, name] of gazetteer().countryNames) {
      const center = this.geospatial.centerOf(code);
      if (center !== undefined)
        yield { id: `country:${code}`, kind: 'country', name, country: code, ...center, reachMeters: null };
    }
  }

  private *straits(): Generator<ExposurePlace> {
    for (const { kind, name, country, lat, lon } of gazetteer().regions) {
      if (!straitKinds.has(kind)) continue;
      const id = `strait:${slugOf(name)}`;
      yield { id, kind: 'strait', name, country, lat, lon, reachMeters: longReaches[id] ?? STRAIT_REACH_METERS };
    }
  }

  private *ports(): Generator<ExposurePlace> {
    const seen = new Map<string, number>();
    for (const { name, country, lat, lon } of this.geospatial.ports) {
      const base = `port:${(country ?? 'xx').toLowerCase()}-${slugOf(name)}`;
      const count = (seen.get(base) ?? 0) + 1;
      seen.set(base, count);
      yield {
        id: count === 1 ? base : `${base}-${count}`,
        kind: 'port',
        name,
        country,
        lat,
        lon,
        reachMeters: PORT_REACH_METERS,
      };
    }
  }
}

const slugOf = (name: string): string => foldedWords(name).replace(/[^a-z0-9]+/g, '-');
