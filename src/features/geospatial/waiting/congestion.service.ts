import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import { SIMULATOR } from '../data-origin.js';
import type { SeriesRange } from '../flows/flow-series.js';
import { seriesChartInThread } from '../flows/series-chart.js';
import { type RequestedRange, seriesRange } from '../flows/series-range.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { PortsService } from '../ports/ports.service.js';
import { WaitingRepository } from './waiting.repository.js';
import { type WaitingPort, waitingPorts } from './waiting-ports.js';
import { seriesStart, type WaitingBucket, waitingSeries } from './waiting-series.js';
import type { ShipFilter } from './waiting-ship.js';

export interface CongestionRequest extends RequestedRange {
  shipType: ShipFilter;
}

/** The ships that wait off a port over time. */
export interface Congestion {
  port: WaitingPort;
  range: SeriesRange;
  buckets: readonly WaitingBucket[];
  /** The first and the last day with a known hour, of all that are kept; null without one. */
  firstDay: string | null;
  lastDay: string | null;
  /** Time at which it was read (ms). */
  now: number;
  isSimulated: boolean;
}

/** Reads how many ships waited off a port. */
@Service()
export class CongestionService {
  constructor(
    private readonly ports: PortsService,
    private readonly repository: WaitingRepository,
    private readonly config: GeospatialConfig,
    private readonly heavy: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /** Reads a series. @throws Problem `not_found`, `invalid_request` for more than 1,100 intervals */
  async read(locode: string, { shipType, ...request }: CongestionRequest): Promise<Congestion> {
    const port = this.portOf(locode);
    const now = this.clock.now();
    const range = seriesRange(request, now);
    // With a simulated source simulated ships count, otherwise real ones.
    const isSimulated = this.config.aisSources.includes(SIMULATOR);
    const [bounds, days] = await Promise.all([
      this.repository.bounds(isSimulated, port.locode),
      this.repository.read(isSimulated, port.locode, dayOf(seriesStart(range.from)), dayOf(range.to + DAY_MS)),
    ]);
    return { port, range, buckets: waitingSeries(days, shipType, range, now), ...bounds, now, isSimulated };
  }

  /** Draws a series. @returns an SVG document @throws Problem as `read` does, `overloaded` */
  draw(requester: Requester, locode: string, request: CongestionRequest, look: ChartLook): Promise<string> {
    return this.heavy.run(requester, async (inThread) => {
      const { port, range, buckets, isSimulated } = await this.read(locode, request);
      const sampled = buckets.reduce((sum, bucket) => sum + bucket.sampled, 0) / Math.max(1, buckets.length);
      return inThread(seriesChartInThread, {
        title: `Ships waiting off ${port.port.name}`,
        subtitle: `mean by ${range.interval} · ${Math.round(sampled * 100)}% of the time known`,
        axisName: 'ships',
        intervals: buckets.map(({ time, mean, baseline }) => ({ time, value: mean, baseline })),
        isSimulated,
        look,
      });
    });
  }

  private portOf(locode: string): WaitingPort {
    const { locode: code } = this.ports.get(locode);
    const port = waitingPorts().get(code ?? '');
    if (port === undefined)
      throw new Problem('not_found', {
        detail: 'Waiting ships are counted off large ports only; `GET /geospatial/ports?size=large` lists them.',
      });
    return port;
  }
}
