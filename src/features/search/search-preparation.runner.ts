import { Service } from 'typedi';
import { Preparation } from '../../coordination/preparation.js';
import { areaNames } from '../../gazetteer/areas.js';
import { gazetteer } from '../../gazetteer/gazetteer.js';
import { countryBoxes } from '../../language/places-in.js';
import { Log } from '../../logging/log.js';
import { Timers } from '../../time/timers.js';
import { headlineNames } from '../markets/directory/headline-names.js';
import { instrumentNames } from '../markets/directory/instrument-names.js';
import { instrumentTable } from '../markets/directory/instrument-table.js';
import { townsByCell } from './reading/country-cells.js';

/** Tables of places and names, in the order in which they depend on each other. */
const tables = [gazetteer, townsByCell, countryBoxes, areaNames, instrumentTable, instrumentNames, headlineNames];

/**
 * Shortly after the start, loads the places and instruments that queries can name in slices, so that the first search
 * neither waits for them nor makes other requests wait.
 */
@Service()
export class SearchPreparationRunner extends Preparation {
  protected readonly failure = 'Places and names not prepared; the first search takes longer.';

  constructor(timers: Timers, log: Log) {
    super(timers, log);
  }

  protected async prepare(signal: AbortSignal): Promise<void> {
    for (const table of tables) await table.prepare(signal);
  }
}
