import { Service } from 'typedi';
import { wrongParameter } from '../../../../api/problem.js';
import { RecentValues } from '../../../../cache/recent-values.js';
import { Clock } from '../../../../time/clock.js';
import { boxArea } from '../../area.js';
import { type Box, WORLD } from '../../box.js';
import { readBox } from '../../geometry/read-area.js';
import type { Layer, MapLayer } from '../../layer.js';
import { LiveState } from '../../live/live-state.js';
import { movingWithin } from '../../live/moving-within.js';
import { HistoryRepository, type PastEvent, type PastPin } from '../history.repository.js';
import { fixOf } from '../position-at.js';
import { type PastObject, PositionHistory } from '../position-history.service.js';
import { TrackRetention } from '../track-retention.service.js';

/** Maximum number of objects of a layer in one snapshot. */
export const MAX_OBJECTS = 10_000;

/** Maximum age (ms) of a snapshot of the present that several requests share. */
const SHARED_MS = 500;
/** Maximum number of shared texts; each may have some megabytes. */
const MAX_SHARED = 4;

export interface SnapshotRequest {
  /** Time of the snapshot in RFC 3339. */
  at?: string;
  bbox?: number[];
  layer: readonly MapLayer[];
}

/** The positions and ongoing events at one moment. */
export interface Snapshot {
  at: Date;
  /** Requested layers; the other layers are empty. */
  layers: readonly MapLayer[];
  vessels: PastObject[];
  aircraft: PastObject[];
  events: PastEvent[];
  pins: PastPin[];
  /** Layers with more objects than the snapshot contains. */
  truncated: MapLayer[];
}

/** Reads the positions and ongoing events at one moment. */
@Service()
export class SnapshotsService {
  constructor(
    private readonly past: PositionHistory,
    private readonly others: HistoryRepository,
    private readonly picture: LiveState,
    private readonly retention: TrackRetention,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads a snapshot.
   * @throws Problem `invalid_request` for an invalid box, and for a moment in the future or before the retention
   */
  async read({ at, bbox, layer: layers }: SnapshotRequest, accountId: string): Promise<Snapshot> {
    const now = this.clock.now();
    const moment = at === undefined ? now : Date.parse(at);
    if (moment > now) throw wrongParameter('query/at', 'must not be in the future');
    if (moment < this.retention.oldest) throw wrongParameter('query/at', this.retention.tooOld);
    const box = bbox === undefined ? WORLD : readBox(bbox);
    const isNow = at === undefined || moment === now;
    const truncated: MapLayer[] = [];
    const of = async <Item>(layer: MapLayer, read: () => Item[] | Promise<Item[]>): Promise<Item[]> => {
      if (!layers.includes(layer)) return [];
      const found = await read();
      if (found.length > MAX_OBJECTS) truncated.push(layer);
      return found.slice(0, MAX_OBJECTS);
    };
    const moving = (layer: Layer) =>
      of(layer, () => (isNow ? this.live(layer, box) : this.past.objectsAt(layer, moment, box, MAX_OBJECTS + 1)));
    return {
      at: new Date(moment),
      layers,
      vessels: await moving('vessels'),
      aircraft: await moving('aircraft'),
      events: await of('events', () => this.others.eventsAt(moment, box, MAX_OBJECTS + 1)),
      pins: await of('pins', () => this.others.pinsAt(accountId, moment, box, MAX_OBJECTS + 1)),
      truncated,
    };
  }

  /**
   * Returns a function that writes the present of an area. It is the same for all accounts, because pins are left out,
   * so requests for the same layers and area share one text for half a second. Its `at` is the moment of the data.
   * @throws Problem as `read`
   */
  sharedTexts(
    write: (snapshot: Snapshot, isGeoJson: boolean) => Promise<Buffer>,
  ): (request: Omit<SnapshotRequest, 'at'>, isGeoJson: boolean) => Promise<Buffer> {
    const texts = new RecentValues<Buffer>(
      async (key) => {
        const [request, isGeoJson] = JSON.parse(key) as [SnapshotRequest, boolean];
        return write(await this.read(request, ''), isGeoJson);
      },
      { max: MAX_SHARED, ageMs: SHARED_MS },
    );
    return async ({ bbox, layer }, isGeoJson) =>
      (await texts.get(JSON.stringify([{ bbox, layer }, isGeoJson]))) as Buffer;
  }

  private live(layer: Layer, box: Box): PastObject[] {
    const objects = this.picture[layer];
    const found: PastObject[] = [];
    for (const slot of movingWithin(this.picture, layer, boxArea(box))) {
      const state = objects.stateAt(slot);
      const fix = fixOf(state);
      if (fix !== undefined) found.push({ ...fix, key: state.key, isInterpolated: false, state });
      if (found.length > MAX_OBJECTS) break;
    }
    return found;
  }
}
