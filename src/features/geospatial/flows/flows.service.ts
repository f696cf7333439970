import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import { SIMULATOR } from '../data-origin.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { builtInFlows } from './built-in-flows.js';
import type { Flow, FlowKind } from './flow.js';
import { COUNTED, FlowRepository } from './flow.repository.js';
import { flowChartInThread } from './flow-chart.js';
import {
  baselineStart,
  type FlowSeries,
  flowSeries,
  type PassageFilter,
  type SeriesInput,
  type SeriesRange,
  seriesInThread,
} from './flow-series.js';
import { LineSilence } from './line-silence.service.js';
import { type RequestedRange, seriesRange } from './series-range.js';

/** Series of more passages (bytes) are computed in a thread; fewer take at most two milliseconds. */
const MAX_BYTES = 400_000;

export interface SeriesRequest extends PassageFilter, RequestedRange {}

/** A series of a flow. */
export interface FlowReading extends FlowSeries {
  flow: Flow;
  range: SeriesRange;
  /** Time at which it was read (ms). */
  now: number;
  /** Whether the passages are those of simulated vessels. */
  isSimulated: boolean;
}

export interface FlowFilter {
  kind?: readonly FlowKind[];
  q?: string;
}

/** Lists flows and reads their series. */
@Service()
export class FlowsService {
  constructor(
    private readonly repository: FlowRepository,
    private readonly config: GeospatialConfig,
    private readonly heavy: HeavyWork,
    private readonly silence: LineSilence,
    private readonly clock: Clock,
  ) {}

  /** Lists flows: built-in ones by name within straits, canals and ports. */
  list({ kind, q }: FlowFilter): Flow[] {
    const words = q?.toLowerCase();
    return [...builtInFlows().values()].filter(
      (flow) =>
        (kind === undefined || kind.includes(flow.kind)) &&
        (words === undefined || flow.name.toLowerCase().includes(words) || flow.id.includes(words)),
    );
  }

  /** Returns a flow. @throws Problem `not_found` */
  get(id: string): Flow {
    const flow = builtInFlows().get(id.toLowerCase());
    if (flow === undefined)
      throw new Problem('not_found', { detail: 'There is no flow with this id; `GET /geospatial/flows` lists them.' });
    return flow;
  }

  /** Reads a series. @throws Problem `not_found`, `overloaded`, `invalid_request` for more than 1,100 intervals */
  async read(requester: Requester, id: string, request: SeriesRequest): Promise<FlowReading> {
    const { input, ...reading } = await this.stored(id, request);
    const bytes = input.days.reduce((sum, { passages }) => sum + passages.length, 0);
    if (bytes <= MAX_BYTES) return { ...reading, ...flowSeries(input) };
    return this.heavy.run(requester, async (inThread) => ({ ...reading, ...(await inThread(seriesInThread, input)) }));
  }

  /** Reads the days of a series. */
  private async stored(id: string, { from, to, interval, ...filter }: SeriesRequest) {
    const flow = this.get(id);
    const now = this.clock.now();
    const range = seriesRange({ from, to, interval }, now);
    const isSimulated = this.isSimulated;
    const days = await this.repository.read(
      isSimulated,
      [flow.id, COUNTED],
      dayOf(baselineStart(range.from)),
      dayOf(range.to + DAY_MS),
    );
    const silentHours = await this.silence.hoursOf(flow, range.from, range.to);
    const input: SeriesInput = { days, filter, range, now, silentHours };
    return { flow, range, now, isSimulated, input };
  }

  /** Draws a series. @returns an SVG document @throws Problem as `read` does, `overloaded` */
  draw(requester: Requester, id: string, request: SeriesRequest, look: ChartLook): Promise<string> {
    return this.heavy.run(requester, async (inThread) => {
      const { flow, range, isSimulated, input } = await this.stored(id, request);
      const { buckets, passages } = await inThread(seriesInThread, input);
      return inThread(flowChartInThread, {
        name: flow.name,
        buckets,
        passages,
        interval: range.interval,
        isSimulated,
        look,
      });
    });
  }

  /** With a simulated source the passages of simulated vessels count, otherwise those of real ones. */
  private get isSimulated(): boolean {
    return this.config.aisSources.includes(SIMULATOR);
  }
}
