import { gazetteer } from '../../../gazetteer/gazetteer.js';
import { countryBoxes } from '../../../language/places-in.js';
import { instrumentNames } from '../../markets/directory/instrument-names.js';
import { instrumentTable } from '../../markets/directory/instrument-table.js';
import { kindModel } from './scoring/kind-model.js';
import { knownNames } from './spans/known-names.js';
import { tickers } from './spans/markets-in.js';

/** Tables in the order in which they depend on each other. */
const tables = [instrumentTable, instrumentNames, gazetteer, countryBoxes, tickers, knownNames, kindModel];

/**
 * Loads the tables by which questions are recognized, in slices of a few milliseconds.
 * @throws the reason of the signal if it aborts
 */
export async function prepareTables(signal?: AbortSignal): Promise<void> {
  for (const table of tables) await table.prepare(signal);
}
