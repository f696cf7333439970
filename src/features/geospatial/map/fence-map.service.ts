import { Service } from 'typedi';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { type Box, boxAroundAll, WORLD, widened } from '../box.js';
import { FenceHistory } from '../geofences/api/fence-history.service.js';
import { FenceOutlines } from '../geofences/api/fence-outlines.service.js';
import { GeofencesService } from '../geofences/api/geofences.service.js';
import { prepareFence } from '../geofences/engine/fence-shape.js';
import type { StillShape } from '../geofences/geofence.js';
import { type MapRequest, MapService } from './map.service.js';
import { mapInThread } from './render/render-in-thread.js';

/** Margin around a geofence as a fraction of its size, and at least, in degrees. */
const MARGIN = 0.6;
const MIN_MARGIN = 0.05;
/** Number of members up to which they are counted. */
const MAX_COUNTED = 1_000;

/** Renders geofences with their surroundings. */
@Service()
export class FenceMaps {
  constructor(
    private readonly maps: MapService,
    private readonly geofences: GeofencesService,
    private readonly outlines: FenceOutlines,
    private readonly history: FenceHistory,
    private readonly heavy: HeavyWork,
  ) {}

  /**
   * Renders a geofence with the live objects around it; an inactive moving one as a map of the world without it.
   * @returns an SVG document
   * @throws Problem `not_found`, `overloaded`
   */
  async draw(requester: Requester, id: string, look: Pick<MapRequest, 'theme' | 'width' | 'height'>): Promise<string> {
    const { name, shape, policy } = await this.geofences.get(requester.accountId, id);
    const still = this.outlines.still(shape);
    const members = await this.history.members(requester.accountId, id, MAX_COUNTED + 1);
    const inside = members.length > MAX_COUNTED ? `over ${MAX_COUNTED.toLocaleString('en-US')}` : members.length;
    return this.heavy.run(requester, async (inThread) => {
      const request = { ...look, layer: [...policy.layers, 'events'] as const };
      const scene = await this.maps.sceneOf(requester.accountId, boxAround(still), request);
      const [time, ...rest] = scene.subtitle.split(' · ');
      return inThread(mapInThread, {
        ...scene,
        title: name,
        subtitle: [time, still === undefined ? 'inactive' : `${inside} inside`, ...rest].join(' · '),
        fences: still === undefined ? [] : [{ label: name, shape: still }],
      });
    });
  }
}

/** Returns the box that shows a shape with its surroundings. */
function boxAround(shape: StillShape | undefined): Box {
  const prepared = shape && prepareFence(shape);
  if (prepared === undefined) return WORLD;
  const box = boxAroundAll(prepared.boxes);
  const width = box.west <= box.east ? box.east - box.west : box.east - box.west + 360;
  return widened(box, Math.max(MIN_MARGIN, MARGIN * Math.max(width, box.north - box.south)));
}
