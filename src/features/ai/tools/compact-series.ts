/** Shorter series stay as they are. */
const MIN_LENGTH = 30;

const MAX_COLUMNS = 12;
const TIMES = ['time', 'day', 'date', 'observedAt', 'at'];

type Fields = Record<string, unknown>;

/**
 * The same answer with long series as rows: lists of times and values become lists of values, and `columns` names them.
 * Twice to three times as many fit into an answer.
 */
export function compactSeries(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const columns: Record<string, string[]> = {};
  const compacted = Object.entries(value as Fields).map(([name, inner]): [string, unknown] => {
    if (!Array.isArray(inner) || inner.length < MIN_LENGTH || !isSeries(inner)) return [name, inner];
    const names = [...new Set(inner.flatMap((row: Fields) => Object.keys(row)))];
    columns[name] = names;
    return [name, inner.map((row: Fields) => names.map((column) => row[column] ?? null))];
  });
  return Object.keys(columns).length === 0 ? value : { columns, ...Object.fromEntries(compacted) };
}

/** Objects with a time and a few members, no records. */
function isSeries(list: readonly unknown[]): list is readonly Fields[] {
  const names = new Set<string>();
  for (const row of list) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return false;
    for (const name of Object.keys(row)) names.add(name);
  }
  return names.size <= MAX_COLUMNS && !names.has('id') && TIMES.some((name) => names.has(name));
}
