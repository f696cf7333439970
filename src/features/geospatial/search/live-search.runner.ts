import { Service } from 'typedi';
import { Runner } from '../../../coordination/runner.js';
import { SECOND_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { AircraftSearch } from './aircraft.search.js';
import { VesselsSearch } from './vessels.search.js';

const INTERVAL_MS = 5 * SECOND_MS;

/** Keeps the index of live names up to date, so that a search has few changes to index. */
@Service()
export class LiveSearchRunner extends Runner {
  readonly roles = ['api'] as const;
  readonly stage = 'readers';
  private cancel = () => {};

  constructor(
    private readonly vessels: VesselsSearch,
    private readonly aircraft: AircraftSearch,
    private readonly timers: Timers,
  ) {
    super();
  }

  async start(): Promise<void> {
    this.cancel = this.timers.every(INTERVAL_MS, () => {
      void this.vessels.follow();
      void this.aircraft.follow();
    });
  }

  async stop(): Promise<void> {
    this.cancel();
  }
}
