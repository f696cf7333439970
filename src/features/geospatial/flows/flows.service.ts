import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { uuid } from '../../../api/rules.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import { SIMULATOR } from '../data-origin.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { TransitRepository } from '../transits/transit.repository.js';
import { builtInFlows } from './built-in-flows.js';
import { compareTransits } from './compare-transits.js';
import type { Flow, FlowKind } from './flow.js';
import { COUNTED, FlowRepository } from './flow.repository.js';
import {
  baselineStart,
  type FlowBucket,
  type FlowReading,
  type FlowTransits,
  flowSeries,
  type PassageFilter,
  type SeriesInput,
  seriesInThread,
} from './flow-series.js';
import { LineSilence } from './line-silence.service.js';
import { OwnFlows } from './own-flows.records.js';
import { seriesChartInThread } from './series-chart.js';
import { type RequestedRange, seriesRange } from './series-range.js';

const { check: isUuid } = uuid();

/** Series of more passages (bytes) are computed in a thread; fewer take at most two milliseconds. */
const MAX_BYTES = 400_000;

export interface SeriesRequest extends PassageFilter, RequestedRange {}

export interface FlowFilter {
  kind?: readonly FlowKind[];
  q?: string;
}

/** Lists flows and reads their series. */
@Service()
export class FlowsService {
  constructor(
    private readonly repository: FlowRepository,
    private readonly own: OwnFlows,
    private readonly config: GeospatialConfig,
    private readonly heavy: HeavyWork,
    private readonly silence: LineSilence,
    private readonly transits: TransitRepository,
    private readonly clock: Clock,
  ) {}

  /** Lists flows: the lines of an account, then straits, canals and ports. */
  async list(accountId: string, { kind, q }: FlowFilter): Promise<Flow[]> {
    const words = q?.toLowerCase();
    return [...(await this.own.all(accountId)), ...builtInFlows().values()].filter(
      (flow) =>
        (kind === undefined || kind.includes(flow.kind)) &&
        (words === undefined || flow.name.toLowerCase().includes(words) || flow.id.includes(words)),
    );
  }

  /** Returns a flow that an account may see. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Flow> {
    const flow = builtInFlows().get(id.toLowerCase()) ?? (isUuid(id) ? await this.own.find(accountId, id) : undefined);
    if (flow === undefined)
      throw new Problem('not_found', { detail: 'There is no flow with this id; `GET /geospatial/flows` lists them.' });
    return flow;
  }

  /** Reads a series. @throws Problem `not_found`, `overloaded`, `invalid_request` for more than 1,100 intervals */
  async read(requester: Requester, id: string, request: SeriesRequest): Promise<FlowReading> {
    const { input, ...reading } = await this.stored(requester.accountId, id, request);
    const bytes = input.days.reduce((sum, { passages }) => sum + passages.length, 0);
    const series =
      bytes <= MAX_BYTES
        ? flowSeries(input)
        : await this.heavy.run(requester, (inThread) => inThread(seriesInThread, input));
    return { ...reading, ...series, transits: await this.transitsOf(input, reading, series.buckets) };
  }

  /** Reads the days of a series. */
  private async stored(accountId: string, id: string, { from, to, interval, ...filter }: SeriesRequest) {
    const flow = await this.get(accountId, id);
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
    const input: SeriesInput = { days, filter, range, now, silentHours, since: flow.countedSince };
    return { flow, range, now, isSimulated, input };
  }

  /** Reads the published calls of a strait, a canal or a port beside its buckets. */
  private async transitsOf(
    { filter, range }: SeriesInput,
    { flow, isSimulated }: Pick<FlowReading, 'flow' | 'isSimulated'>,
    buckets: readonly FlowBucket[],
  ): Promise<FlowTransits | undefined> {
    if (flow.kind === 'own') return undefined;
    const published = await this.transits.read(
      flow.locode ?? flow.id,
      dayOf(baselineStart(range.from)),
      dayOf(range.to),
    );
    const latestDay = published.at(-1)?.day;
    if (latestDay === undefined) return undefined;
    const { interval } = range;
    return {
      latestDay,
      buckets: compareTransits(buckets, published, {
        interval,
        filter,
        isComparable: !isSimulated,
        passagesPerCall: flow.kind === 'port' ? 2 : 1,
      }),
    };
  }

  /** Draws a series. @returns an SVG document @throws Problem as `read` does, `overloaded` */
  draw(requester: Requester, id: string, request: SeriesRequest, look: ChartLook): Promise<string> {
    return this.heavy.run(requester, async (inThread) => {
      const { flow, range, isSimulated, input } = await this.stored(requester.accountId, id, request);
      const { buckets, passages } = await inThread(seriesInThread, input);
      const transits = await this.transitsOf(input, { flow, isSimulated }, buckets);
      const counted = buckets.reduce((sum, bucket) => sum + bucket.counted, 0) / Math.max(1, buckets.length);
      return inThread(seriesChartInThread, {
        title: flow.name,
        subtitle:
          `${passages.toLocaleString('en-US')} passages of vessels by ${range.interval} · ` +
          `${Math.round(counted * 100)}% of the time counted`,
        axisName: 'passages',
        referenceName: transits && `${flow.kind === 'port' ? 'port' : 'transit'} calls (IMF PortWatch)`,
        intervals: buckets.map(({ time, passages, counted, baseline }, at) => ({
          time,
          value: counted > 0 ? passages : undefined,
          baseline: baseline?.mean,
          reference: transits?.buckets[at]?.calls,
        })),
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
