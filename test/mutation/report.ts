import type { Verdict } from './examination.js';
import type { Place } from './places.js';

const cell = (text: string) => text.replaceAll('|', '\\|');

/** Returns a row of the table, in Markdown. */
export function tableRow({ id, source, line, change, code }: Place, { outcome, by }: Verdict): string {
  return `| ${[id, `${source}:${line}`, change, outcome, by, `\`${code.slice(0, 100)}\``].map(cell).join(' | ')} |`;
}

/**
 * Returns the table of all mutations, and the number of mutations that tests caught, by kind and in total; equivalent
 * mutations are not counted.
 */
export function summary(verdicts: ReadonlyMap<Place, Verdict>): string {
  const rows = [...verdicts].sort(([a], [b]) => (a.source < b.source ? -1 : 1));
  const counted = rows.filter(([, { outcome }]) => outcome !== 'equivalent');
  const kinds = Map.groupBy(counted, ([{ kind }]) => kind);
  return [
    '\n| Id | Place | Change | Outcome | By | Line |\n|---|---|---|---|---|---|',
    ...rows.map(([place, verdict]) => tableRow(place, verdict)),
    '',
    ...[...kinds].map(([kind, some]) => `${kind}: ${rate(some)}`),
    `all: ${rate(counted)}; ${rows.length - counted.length} equivalent`,
  ].join('\n');
}

function rate(rows: ReadonlyArray<readonly [Place, Verdict]>): string {
  const caught = rows.filter(([, { outcome }]) => outcome === 'caught').length;
  return `${caught} of ${rows.length} caught (${rows.length === 0 ? 0 : Math.round((100 * caught) / rows.length)} %)`;
}
