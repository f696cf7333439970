import { Service } from 'typedi';
import { Problem } from '../../../../api/problem.js';
import { type Area, boxArea } from '../../area.js';
import { WORLD } from '../../box.js';
import { providersOf } from '../../geo-event.js';
import { readBox } from '../../geometry/read-area.js';
import type { Layer } from '../../layer.js';
import { LiveState } from '../../live/live-state.js';
import { movingWithin } from '../../live/moving-within.js';
import { sourcesOf } from '../moving-objects.js';
import { VisibleEvents } from '../visible-events.service.js';
import { CellCounts } from './cell-counts.js';
import { type Density, type DensityLayer, MAX_CELLS } from './density.js';
import { cellOf, codeAt } from './h3.js';

export interface DensityRequest {
  bbox?: number[];
  resolution: number;
  layer: DensityLayer;
}

/** Counts objects by H3 cells. */
@Service()
export class DensityService {
  private readonly codes: Readonly<Record<'vessels' | 'aircraft', CellCounts>>;

  constructor(
    private readonly picture: LiveState,
    private readonly events: VisibleEvents,
  ) {
    this.codes = { vessels: new CellCounts(picture, 'vessels'), aircraft: new CellCounts(picture, 'aircraft') };
  }

  /**
   * Counts objects in a box.
   * @throws Problem `invalid_request` for an invalid box, and for a resolution with too many cells
   */
  count({ bbox, resolution, layer }: DensityRequest): Promise<Density> {
    return this.countWithin(boxArea(bbox === undefined ? WORLD : readBox(bbox)), resolution, layer, MAX_CELLS);
  }

  /** Counts objects in an area. @throws Problem `invalid_request` for a resolution with more cells than `most` */
  async countWithin(area: Area, resolution: number, layer: DensityLayer, most: number): Promise<Density> {
    const { counts, providers, receivedAt } =
      layer === 'events' ? await this.countEvents(area, resolution) : await this.countMoving(layer, area, resolution);
    if (counts.size > most) {
      throw new Problem('invalid_request', {
        detail: `At this resolution there would be more than ${most.toLocaleString('en-US')} cells. Ask for a coarser one or a smaller box.`,
        errors: [{ pointer: 'query/resolution', detail: 'is too fine for the box' }],
      });
    }
    const ordered = [...counts].sort(([a, countA], [b, countB]) => countB - countA || a - b);
    return {
      resolution,
      layer,
      providers,
      receivedAt,
      total: ordered.reduce((sum, [, count]) => sum + count, 0),
      cells: ordered.map(([code, count]) => ({ cell: cellOf(code, resolution), count })),
    };
  }

  private async countMoving(layer: Layer, area: Area, resolution: number): Promise<Counted> {
    const slots = movingWithin(this.picture, layer, area);
    return { ...sourcesOf(this.picture[layer], slots), counts: await this.codes[layer].count(slots, resolution) };
  }

  private async countEvents(area: Area, resolution: number): Promise<Counted> {
    const counts = new Map<number, number>();
    const events = await this.events.within(area);
    for (const { position } of events) {
      const code = codeAt(position.lat, position.lon, resolution);
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    return { counts, providers: [...new Set(events.flatMap(providersOf))].sort(), receivedAt: undefined };
  }
}

interface Counted {
  /** Counts by the code of the cell. */
  counts: Map<number, number>;
  providers: string[];
  receivedAt: number | undefined;
}
