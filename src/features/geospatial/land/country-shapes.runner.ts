import { Service } from 'typedi';
import { Preparation } from '../../../coordination/preparation.js';
import { Log } from '../../../logging/log.js';
import { SECOND_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { prepareCountries } from './country-shape.js';

/** Shortly after the start, reads the shapes of the countries in slices, so that no request reads them at once. */
@Service()
export class CountryShapesRunner extends Preparation {
  protected override readonly delayMs = 8 * SECOND_MS;
  protected readonly failure = 'Shapes of countries not prepared; the first request for them takes longer.';

  constructor(timers: Timers, log: Log) {
    super(timers, log);
  }

  protected prepare(signal: AbortSignal): Promise<void> {
    return prepareCountries(signal);
  }
}
