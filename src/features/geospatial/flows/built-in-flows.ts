import { lazy } from '../../../async/lazy.js';
import { foldedWords } from '../../../text/words.js';
import type { Corner } from '../geometry/ring.js';
import { type Port, portDirectory } from '../ports/port.js';
import { destination } from '../sphere.js';
import type { Flow } from './flow.js';

/** Radius (m) of the circle around a port, and the number of its corners. */
const PORT_METERS = 15_000;
const PORT_CORNERS = 24;
/** Maximum length of the identifier of a port. */
const MAX_ID = 14;

const [south, west, out] = [
  ['southbound', 'northbound'],
  ['westbound', 'eastbound'],
  ['outbound', 'inbound'],
] as const;

/**
 * Lines across straits and canals, drawn by hand from coast to coast, away from ferries that cross the water:
 * identifier, name, words for both directions, corners.
 */
const waters: ReadonlyArray<readonly [string, string, readonly [string, string], readonly Corner[]]> = [
  ['hormuz', 'Strait of Hormuz', out, [[56.35, 26.3], [56.27, 26.93]]],
  ['bab-el-mandeb', 'Bab el-Mandeb', south, [[43.05, 12.75], [43.5, 12.7]]],
  ['suez', 'Suez Canal', south, [[32, 30.62], [32.6, 30.62]]],
  ['panama', 'Panama Canal', south, [[-79.9, 9.07], [-79.4, 9.07]]],
  ['malacca', 'Strait of Malacca', ['northwestbound', 'southeastbound'], [[101.25, 3.2], [100.2, 2.5]]],
  ['singapore-str', 'Singapore Strait', west, [[103.85, 1.28], [103.95, 1.12]]],
  ['gibraltar-str', 'Strait of Gibraltar', west, [[-5.6, 36.02], [-5.48, 35.88]]],
  ['dover', 'Strait of Dover', ['southwestbound', 'northeastbound'], [[0.97, 50.92], [1.58, 50.55]]],
  ['bosporus', 'Bosporus', south, [[29.03, 41.12], [29.12, 41.12]]],
  ['dardanelles', 'Dardanelles', south, [[26.33, 40.16], [26.43, 40.12]]],
  ['messina-str', 'Strait of Messina', south, [[15.55, 38.14], [15.68, 38.14]]],
  ['sicily', 'Strait of Sicily', ['southeastbound', 'northwestbound'], [[11.05, 37.08], [12.45, 37.65]]],
  ['skagerrak', 'Skagerrak', south, [[10.64, 57.73], [11.65, 57.7]]],
  ['great-belt', 'Great Belt', south, [[10.78, 55.34], [11.15, 55.34]]],
  ['oresund', 'Øresund', south, [[12.45, 55.27], [12.81, 55.38]]],
  ['taiwan', 'Taiwan Strait', south, [[119.5, 25.5], [121, 25.05]]],
  ['korea', 'Korea Strait', ['southwestbound', 'northeastbound'], [[129, 35.15], [129.4, 34.5], [130.2, 33.6]]],
  ['luzon', 'Luzon Strait', west, [[120.85, 21.95], [120.9, 18.5]]],
  ['sunda', 'Sunda Strait', south, [[105.78, -5.87], [105.97, -5.93]]],
  ['lombok', 'Lombok Strait', south, [[115.5, -8.65], [115.95, -8.65]]],
  ['makassar', 'Makassar Strait', south, [[116.3, -2.5], [118.95, -2.5]]],
  ['bass', 'Bass Strait', west, [[146.4, -39.1], [146.4, -41.1]]],
  ['good-hope', 'Cape of Good Hope', west, [[20, -34.7], [20, -38]]],
  ['florida', 'Straits of Florida', west, [[-80.4, 25.15], [-80.4, 23.05]]],
  ['yucatan', 'Yucatán Channel', south, [[-86.85, 21.2], [-84.95, 21.87]]],
  ['windward', 'Windward Passage', south, [[-74.2, 20.15], [-73.4, 19.82]]],
  ['mona', 'Mona Passage', south, [[-68.35, 18.3], [-67.2, 18.3]]],
]; // biome-ignore format: a table

/** Lines across the approaches of ports whose position is far from the sea, by UN/LOCODE. */
const approaches: ReadonlyMap<string, readonly Corner[]> = new Map([
  ['NLRTM', [[3.85, 51.86], [4.2, 52.12]]],
  ['BEANR', [[3.55, 51.35], [3.55, 51.44]]],
  ['DEHAM', [[8.7, 53.84], [8.7, 53.98]]],
  ['USHOU', [[-94.7, 29.38], [-94.78, 29.32]]],
  ['CNSHG', [[122.1, 31.8], [122.1, 30.8]]],
] as const); // biome-ignore format: a table

/** Flows that every account sees: straits, canals and the approaches of large ports with a UN/LOCODE. */
export const builtInFlows = lazy((): ReadonlyMap<string, Flow> => {
  const flows = new Map<string, Flow>();
  for (const [id, name, [forward, backward], corners] of waters) {
    const kind = id === 'suez' || id === 'panama' ? 'canal' : 'strait';
    flows.set(id, { id, name, kind, forward, backward, corners, locode: null });
  }
  for (const port of portDirectory().ports) {
    if (port.size !== 'large' || port.locode === null) continue;
    const named = idOf(port.name);
    const id = named === '' || flows.has(named) ? port.locode.toLowerCase() : named;
    const corners = approaches.get(port.locode) ?? circleAround(port);
    flows.set(id, {
      id,
      name: port.name,
      kind: 'port',
      forward: 'inbound',
      backward: 'outbound',
      corners,
      locode: port.locode,
    });
  }
  return flows;
});

/** Returns the words of a name that fit into an identifier. */
function idOf(name: string): string {
  const words = foldedWords(name.replace(/\(.*?\)/g, ' ')).split(' ');
  const last = words.findLastIndex((_, at) => words.slice(0, at + 1).join('-').length <= MAX_ID);
  return words.slice(0, last + 1).join('-');
}

/** Returns a circle around a port, clockwise, so that the port is on its right. */
function circleAround({ position: { lat, lon } }: Port): Corner[] {
  const corners = Array.from({ length: PORT_CORNERS }, (_, at): Corner => {
    const corner = destination(lat, lon, (360 / PORT_CORNERS) * at, PORT_METERS);
    return [corner.lon, corner.lat];
  });
  return [...corners, corners[0] as Corner];
}
