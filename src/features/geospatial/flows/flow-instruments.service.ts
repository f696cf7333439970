import { Service } from 'typedi';
import { accountOfRecords } from '../../../async/account-context.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { dayOf } from '../../../time/utc-day.js';
import type { MeasuredRange, MeasuredReading } from '../../markets/markets.measured.api.js';
import { SIMULATOR, warningsOf } from '../data-origin.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { COUNTED, FlowRepository } from './flow.repository.js';
import { builtInSymbols, type FlowSymbol, symbolsOfFlow } from './flow-symbols.js';
import { MeasuredSymbols, MIN_COVERAGE } from './measured-symbols.service.js';
import { OwnFlows } from './own-flows.records.js';
import { passagesInDay } from './passages-in-day.js';

/** Makes passages of vessels instruments: the value of a symbol is the number of passages in the last 24 hours. */
@Service()
export class FlowInstruments extends MeasuredSymbols<FlowSymbol> {
  protected readonly symbols = builtInSymbols;
  protected override readonly ownPart = 'LINE-';

  constructor(
    private readonly repository: FlowRepository,
    private readonly own: OwnFlows,
    private readonly config: GeospatialConfig,
    private readonly clock: Clock,
  ) {
    super();
  }

  protected override async ownOnes(): Promise<FlowSymbol[]> {
    const accountId = accountOfRecords();
    return accountId === undefined ? [] : (await this.own.all(accountId)).flatMap(symbolsOfFlow);
  }

  protected async readOne({ flow, filter }: FlowSymbol, range: MeasuredRange): Promise<MeasuredReading> {
    const isSimulated = this.config.aisSources.includes(SIMULATOR);
    const [first, end] = [dayOf(range.from - DAY_MS), dayOf(range.to + DAY_MS)];
    const days = await this.repository.read(isSimulated, [flow.id, COUNTED], first, end);
    const { values, counts, counted, heard, isCurrent } = passagesInDay(days, filter, range, flow.countedSince);
    const warnings = warningsOf(isSimulated ? [SIMULATOR] : []);
    if (counted < MIN_COVERAGE)
      warnings.push(
        `Passages were counted in ${percent(counted)} of the hours of the range; the others have no value.`,
      );
    if (heard < MIN_COVERAGE)
      warnings.push(`A vessel near the line was received in ${percent(heard)} of the hours of the range.`);
    return { values, counts, fetchedAt: this.clock.now(), stale: !isCurrent, warnings };
  }
}

const percent = (fraction: number): string => `${Math.floor(fraction * 100)} %`;
