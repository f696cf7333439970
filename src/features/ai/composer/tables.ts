import { YieldTimer } from '../../../async/cooperative-yield.js';
import { gazetteer } from '../../../gazetteer/gazetteer.js';
import { countryBoxes } from '../../../language/places-in.js';
import { isFrequentWord } from '../../../text/frequent-words.js';
import { instrumentNames } from '../../markets/directory/instrument-names.js';
import { instrumentTable } from '../../markets/directory/instrument-table.js';
import { preparedTypes, vocabulary } from './question-spans.js';
import { kindModel } from './scoring/kind-model.js';
import { knownNames } from './spans/known-names.js';
import { tickers } from './spans/markets-in.js';

/** Tables in the order in which they depend on each other. */
const tables = [instrumentTable, instrumentNames, gazetteer, countryBoxes, tickers, knownNames, kindModel];

/** Lists of words that the first question would otherwise create in one turn of the event loop. */
const words = [() => isFrequentWord(''), preparedTypes, vocabulary, () => vocabulary().writtenOut('tnkrs')];

/**
 * Loads the tables by which questions are recognized, in slices of a few milliseconds.
 * @throws the reason of the signal if it aborts
 */
export async function prepareTables(signal?: AbortSignal): Promise<void> {
  for (const table of tables) await table.prepare(signal);
  const slices = new YieldTimer();
  for (const load of words) {
    load();
    if (slices.isOver) await slices.next(signal);
  }
}
