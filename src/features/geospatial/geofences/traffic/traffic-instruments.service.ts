import { Service } from 'typedi';
import { accountOfRecords } from '../../../../async/account-context.js';
import { Clock } from '../../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../../time/durations.js';
import { dayOf } from '../../../../time/utc-day.js';
import type { MeasuredRange, MeasuredReading } from '../../../markets/markets.measured.api.js';
import { SIMULATOR } from '../../data-origin.js';
import { MeasuredSymbols, readingOfHours } from '../../flows/measured-symbols.service.js';
import { GeospatialConfig } from '../../geospatial.config.js';
import { type TrafficDay, TrafficRepository } from './traffic.repository.js';
import { symbolsOfFence, TRAFFIC_PART, type TrafficSymbol } from './traffic-symbols.js';

/** Number of samples from which on an hour is known: half of those that are taken. */
const MIN_SAMPLES = 6;

/**
 * Makes the aircraft and the vessels in geofences instruments of their accounts: the value of a symbol is their mean
 * number in the last hour that has ended.
 */
@Service()
export class TrafficInstruments extends MeasuredSymbols<TrafficSymbol> {
  protected readonly symbols = (): ReadonlyMap<string, TrafficSymbol> => new Map();
  protected override readonly ownPart = TRAFFIC_PART;

  constructor(
    private readonly repository: TrafficRepository,
    private readonly config: GeospatialConfig,
    private readonly clock: Clock,
  ) {
    super();
  }

  protected override async ownOnes(): Promise<TrafficSymbol[]> {
    const accountId = accountOfRecords();
    if (accountId === undefined) return [];
    return (await this.repository.fencesOf(accountId, this.clock.now())).flatMap(symbolsOfFence);
  }

  protected async readOne({ fenceId, layer }: TrafficSymbol, range: MeasuredRange): Promise<MeasuredReading> {
    // With a simulated source simulated objects count, otherwise real ones.
    const sources = layer === 'vessels' ? this.config.aisSources : this.config.adsbSources;
    const isSimulated = sources.includes(SIMULATOR);
    const [first, end] = [dayOf(range.from - HOUR_MS), dayOf(range.to + DAY_MS)];
    const days = await this.repository.read(fenceId, layer, isSimulated, first, end);
    return readingOfHours((from, to) => hourlyTraffic(days, from, to), range, {
      subject: layer === 'vessels' ? 'Vessels' : 'Aircraft',
      reason: `no ${layer === 'vessels' ? 'vessel' : 'aircraft'} was received in or around the geofence`,
      isSimulated,
      now: this.clock.now(),
    });
  }
}

/**
 * Returns the mean number of objects in each hour from `from` on, with two decimals; NaN where it is unknown.
 * @param from start of an hour (ms)
 */
export function hourlyTraffic(days: readonly TrafficDay[], from: number, to: number): Float64Array {
  const hours = new Float64Array(Math.max(0, Math.ceil((to - from) / HOUR_MS))).fill(Number.NaN);
  for (const { day, samples, sums } of days) {
    const first = (Date.parse(day) - from) / HOUR_MS;
    for (let hour = Math.max(0, -first); hour < 24 && first + hour < hours.length; hour += 1) {
      const [sampled = 0, sum = 0] = [samples[hour], sums[hour]];
      if (sampled >= MIN_SAMPLES) hours[first + hour] = Math.round((100 * sum) / sampled) / 100;
    }
  }
  return hours;
}
