import { Service } from 'typedi';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { formatTime } from '../../../charts/time-axis.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { Clock } from '../../../time/clock.js';
import { HOUR_MS } from '../../../time/durations.js';
import { WORLD } from '../box.js';
import { readBox } from '../geometry/read-area.js';
import { noticeOf, subtitleOf } from '../map/map-texts.js';
import { viewOfMap } from '../map/render/render-map.js';
import type { MapScene } from '../map/render/scene.js';
import { SERVICE } from '../reception/reception.repository.js';
import { type CoverageRequest, CoverageService } from './coverage.service.js';
import { coverageLayer, coverageMapInThread } from './coverage-layer.js';

export interface CoveragePictureRequest extends CoverageRequest, Pick<ChartLook, 'theme' | 'width'> {
  height?: number;
}

/** Renders the coverage as a map. */
@Service()
export class CoverageRenderer {
  constructor(
    private readonly coverage: CoverageService,
    private readonly clock: Clock,
    private readonly heavy: HeavyWork,
  ) {}

  /** @returns an SVG document @throws Problem as `CoverageService.read` does */
  draw(requester: Requester, { bbox, theme, width, height, ...request }: CoveragePictureRequest): Promise<string> {
    const box = bbox === undefined ? WORLD : readBox(bbox);
    const subject = `Reception of ${request.layer}`;
    const scene: MapScene = { box, subject, subtitle: '', notice: '', theme, width, height };
    return this.heavy.run(requester, async (inThread) => {
      const input = await this.coverage.inputOf(viewOfMap(scene, coverageLayer([], 1, 0)).box, request);
      const providers = new Set(input.rows.flatMap(({ provider }) => (provider === SERVICE ? [] : [provider])));
      const hours = input.to - input.from;
      const until = `${hours} hours to ${formatTime(new Date(input.to * HOUR_MS))}`;
      const now = this.clock.now();
      return inThread(coverageMapInThread, {
        ...scene,
        subtitle: subtitleOf(now, providers, until, `cells of ${input.cellDegrees}°`),
        notice: noticeOf(providers, undefined, now),
        input,
      });
    });
  }
}
