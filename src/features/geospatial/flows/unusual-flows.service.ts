import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, MINUTE_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import { SIMULATOR } from '../data-origin.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { builtInFlows } from './built-in-flows.js';
import type { Flow } from './flow.js';
import { COUNTED, FlowRepository } from './flow.repository.js';
import { COMPARED, FlowNoticeRepository } from './flow-notice.repository.js';
import { baselineStart, flowSeries } from './flow-series.js';
import { symbolOfFlow, type VesselGroup, vesselGroupNames } from './flow-symbols.js';
import { flowLineUnusual, flowUnusual, type UnusualFlowDto } from './flows.events.js';
import { LineSilence } from './line-silence.service.js';
import { OwnFlows } from './own-flows.records.js';
import { COMPARED_DAYS, type UnusualDay, unusualDay } from './unusual-day.js';

/** Time (ms) after the end of a day at which its passages are stored, also those of late reports. */
const SETTLING_MS = 15 * MINUTE_MS;
/** Days for which notices are kept, so that no day is published twice. */
const NOTICE_DAYS = 40;

/** Publishes days on which the passages across a line differ strongly from those of the same weekday before. */
@Service()
export class UnusualFlows {
  constructor(
    private readonly repository: FlowRepository,
    private readonly notices: FlowNoticeRepository,
    private readonly config: GeospatialConfig,
    private readonly silence: LineSilence,
    private readonly own: OwnFlows,
    private readonly log: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Compares the last ended day of all lines, once: those that all accounts see, and those of accounts. */
  async publish(signal: AbortSignal): Promise<void> {
    const end = Math.floor((this.clock.now() - SETTLING_MS) / DAY_MS) * DAY_MS;
    const day = dayOf(end - DAY_MS);
    const isSimulated = this.config.aisSources.includes(SIMULATOR);
    if (await this.notices.has(COMPARED, isSimulated, day)) return;
    const slices = new YieldTimer();
    const flows: Array<Flow & { accountId?: string }> = [
      ...builtInFlows().values(),
      ...(await this.own.ofAllAccounts()),
    ];
    for (const flow of flows) {
      if (slices.isOver) await slices.next(signal);
      signal.throwIfAborted();
      const found = await this.mostUnusual(flow, isSimulated, end);
      if (found === undefined) continue;
      const event = { subject: `flow:${flow.id}`, data: dataOf(flow, found, isSimulated) };
      await this.database.transaction(async () => {
        if (!(await this.notices.claim(flow.id, isSimulated, day))) return;
        if (flow.accountId === undefined) await this.log.append(flowUnusual, event);
        else await this.log.append(flowLineUnusual, { ...event, ownerId: flow.accountId });
      });
    }
    await this.notices.claim(COMPARED, isSimulated, day);
    await this.notices.deleteBefore(dayOf(end - NOTICE_DAYS * DAY_MS));
  }

  /** Returns the group of vessels whose day is most unusual; undefined if no group is unusual. */
  private async mostUnusual(flow: Flow, isSimulated: boolean, end: number): Promise<Found | undefined> {
    const range = { from: end - (COMPARED_DAYS + 1) * DAY_MS, to: end, interval: 'day' as const };
    const [first, last] = [dayOf(baselineStart(range.from)), dayOf(end)];
    const days = await this.repository.read(isSimulated, [flow.id, COUNTED], first, last);
    const now = this.clock.now();
    const silentHours = await this.silence.hoursOf(flow, end - DAY_MS, end);
    const found = vesselGroupNames.flatMap((vessels): Found[] => {
      const { filter } = symbolOfFlow(flow, vessels);
      const unusual = unusualDay(
        flowSeries({ days, filter, range, now, silentHours, since: flow.countedSince }).buckets,
      );
      return unusual === undefined ? [] : [{ vessels, ...unusual }];
    });
    return found.toSorted((one, other) => Math.abs(other.bucket.zScore) - Math.abs(one.bucket.zScore))[0];
  }
}

interface Found extends UnusualDay {
  vessels: VesselGroup;
}

function dataOf(flow: Flow, { vessels, bucket, comparedDays, baseRate }: Found, simulated: boolean): UnusualFlowDto {
  const [lon, lat] = flow.corners[Math.floor(flow.corners.length / 2)] as readonly [number, number];
  return {
    flowId: flow.id,
    name: flow.name,
    vessels,
    symbol: symbolOfFlow(flow, vessels).symbol,
    day: dayOf(bucket.time),
    passageCount: bucket.passages,
    baselineMean: rounded(bucket.baseline.mean, 2),
    zScore: rounded(bucket.zScore, 2),
    comparedDays,
    baseRateFraction: baseRate === null ? null : rounded(baseRate, 4),
    countedFraction: rounded(bucket.counted, 4),
    receivedFraction: rounded(bucket.heard, 4),
    position: { lat, lon },
    simulated,
  };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
