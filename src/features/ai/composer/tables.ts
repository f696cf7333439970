import { gazetteer } from '../../../gazetteer/gazetteer.js';
import { instrumentNames } from '../../markets/directory/instrument-names.js';
import { instrumentTable } from '../../markets/directory/instrument-table.js';
import { kindModel } from './scoring/kind-model.js';
import { knownNames } from './spans/known-names.js';
import { tickers } from './spans/markets-in.js';
import { countryBoxes } from './spans/places-in.js';

/** In the order in which they need each other. */
const tables = [instrumentTable, instrumentNames, gazetteer, countryBoxes, tickers, knownNames, kindModel];

/**
 * Reads the tables that questions are recognized with, in slices of a few milliseconds.
 * @throws the reason of the signal
 */
export async function prepareTables(signal?: AbortSignal): Promise<void> {
  for (const table of tables) await table.prepare(signal);
}
