import { Service } from 'typedi';
import { Preparation } from '../../coordination/preparation.js';
import { gazetteer } from '../../gazetteer/gazetteer.js';
import { Log } from '../../logging/log.js';
import { Timers } from '../../time/timers.js';
import { townsByCell } from './reading/country-cells.js';

/** Shortly after the start, loads the places that queries can name, so that the first search need not wait for them. */
@Service()
export class SearchPreparationRunner extends Preparation {
  protected readonly failure = 'Places not prepared; the first search takes longer.';

  constructor(timers: Timers, log: Log) {
    super(timers, log);
  }

  protected async prepare(signal: AbortSignal): Promise<void> {
    for (const table of [gazetteer, townsByCell]) await table.prepare(signal);
  }
}
