import { Service } from 'typedi';
import type { ChartLook } from '../../../../charts/chart-frame.js';
import type { Requester } from '../../../../http/requester.js';
import { HeavyWork } from '../../../../threads/heavy-work.js';
import { WORLD } from '../../box.js';
import { readBox } from '../../geometry/read-area.js';
import type { WeightedGroup } from './weighted-layer.js';
import { weightsInThread } from './weights-in-thread.js';

export interface WeightedMapRequest extends Pick<ChartLook, 'theme' | 'width'> {
  title: string;
  subtitle: string;
  /** A notice such as `Simulated data`; an empty text for no notice. */
  notice: string;
  /** West, south, east, north. Default: the whole Earth. */
  bbox?: number[];
  height?: number;
  groups: readonly WeightedGroup[];
}

/** Draws positions by their weights on a map. */
@Service()
export class WeightedMaps {
  constructor(private readonly heavy: HeavyWork) {}

  /**
   * Renders a map.
   * @returns an SVG document
   * @throws Problem `invalid_request` for an invalid box; `overloaded`
   */
  async draw(requester: Requester, { bbox, ...scene }: WeightedMapRequest): Promise<string> {
    const box = bbox === undefined ? WORLD : readBox(bbox);
    return this.heavy.run(requester, (inThread) => inThread(weightsInThread, { ...scene, box }));
  }
}
