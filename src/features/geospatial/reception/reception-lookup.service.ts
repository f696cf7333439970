import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { HOUR_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import { type Layer, layers } from '../layer.js';
import { ReceptionRepository } from './reception.repository.js';
import { cellAt, eachCount, placeOf } from './reception-cells.js';

/** A place and time (ms) at which an object was received. */
export interface ReceivedPlace {
  layer: Layer;
  lat: number;
  lon: number;
  at: number;
}

/** A number for each cell of each block; a block has less than 10,000 cells. */
const IN_BLOCK = 10_000;

/** Finds the feeds that received reports at a place and time. */
@Service()
export class ReceptionLookup {
  constructor(private readonly repository: ReceptionRepository) {}

  /**
   * Returns the feeds that had a report in the cell and the hour of each place, in the same order; an empty list where
   * no feed had one, or where receptions are not stored.
   */
  async feedsAt(places: readonly ReceivedPlace[]): Promise<Array<readonly string[]>> {
    const found = new Map<string, string[]>();
    for (const layer of layers) await this.find(layer, places, found);
    return places.map((place) => found.get(keyOf(place)) ?? []);
  }

  private async find(layer: Layer, places: readonly ReceivedPlace[], found: Map<string, string[]>): Promise<void> {
    const own = places.filter((place) => place.layer === layer);
    if (own.length === 0) return;
    const wanted = new Set(own.map(keyOf));
    const blocks = [...new Set(own.map(({ lat, lon }) => placeOf(cellAt(lat, lon)).block))];
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { at } of own) [first, last] = [Math.min(first, at), Math.max(last, at)];
    const slices = new YieldTimer();
    for (const { feed, block, day, counts } of await this.repository.read(layer, blocks, dayOf(first), dayOf(last))) {
      if (slices.isOver) await slices.next();
      const midnight = Date.parse(day) / HOUR_MS;
      eachCount(counts, (within, hour) => {
        const key = `${layer} ${block * IN_BLOCK + within} ${midnight + hour}`;
        if (!wanted.has(key)) return;
        const feeds = found.get(key);
        if (feeds === undefined) found.set(key, [feed]);
        else feeds.push(feed);
      });
    }
  }
}

function keyOf({ layer, lat, lon, at }: ReceivedPlace): string {
  const { block, within } = placeOf(cellAt(lat, lon));
  return `${layer} ${block * IN_BLOCK + within} ${Math.floor(at / HOUR_MS)}`;
}
