import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import type { MeasuredRange, MeasuredReading } from '../../markets/markets.measured.api.js';
import { SIMULATOR } from '../data-origin.js';
import { MeasuredSymbols, readingOfHours } from '../flows/measured-symbols.service.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { WaitingRepository } from './waiting.repository.js';
import { type WaitingSymbol, waitingSymbols } from './waiting-ports.js';
import { hourlyWaiting } from './waiting-series.js';

/** Makes waiting ships instruments: the value of a symbol is their number in the last hour that has ended. */
@Service()
export class WaitingInstruments extends MeasuredSymbols<WaitingSymbol> {
  protected readonly symbols = waitingSymbols;

  constructor(
    private readonly repository: WaitingRepository,
    private readonly config: GeospatialConfig,
    private readonly clock: Clock,
  ) {
    super();
  }

  protected async readOne({ locode, types }: WaitingSymbol, range: MeasuredRange): Promise<MeasuredReading> {
    const isSimulated = this.config.aisSources.includes(SIMULATOR);
    const [first, end] = [dayOf(range.from - HOUR_MS), dayOf(range.to + DAY_MS)];
    const days = await this.repository.read(isSimulated, locode, first, end);
    return readingOfHours((from, to) => hourlyWaiting(days, types, from, to), range, {
      subject: 'Waiting ships',
      reason: 'no vessel was received near the port',
      isSimulated,
      now: this.clock.now(),
    });
  }
}
