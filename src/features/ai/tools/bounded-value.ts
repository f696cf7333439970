/** Maximum length of the result of a tool as JSON, in characters: about 5,000 tokens. */
export const MAX_RESULT = 20_000;
const MAX_TEXT = 1_000;
const MIN_ITEMS = 1;
/** Minimum length of a series that becomes rows. */
const MIN_ROWS = 30;
const MAX_COLUMNS = 12;
const TIMES = ['time', 'day', 'date', 'observedAt', 'at'];

type Fields = Record<string, unknown>;

/**
 * Shortens a result to about `limit` characters of JSON, and lists in `omitted` what was left out. Long texts are cut
 * first, then the longest lists at their ends; of series the latest values are kept. The time is linear in the length
 * of the result, apart from a logarithmic factor.
 */
export function bounded(value: unknown, limit = MAX_RESULT): unknown {
  if (typeof value !== 'object' || value === null || sizeOf(value) <= limit) return value;
  const short = shortTexts(value) as Fields;
  const cuts = new Map<string, { kept: number; of: number }>();
  while (sizeOf(short) > limit) {
    const path = longestPath(lists(short));
    if (path === undefined) return { omitted: `The answer was longer than ${limit} characters. Ask for less.` };
    for (const { holder, name, list } of lists(short).filter((one) => one.path === path)) {
      const kept = Math.max(MIN_ITEMS, Math.floor(list.length / 2));
      holder[name] = isSeries(list) ? list.slice(-kept) : list.slice(0, kept);
      cuts.set(path, { kept, of: cuts.get(path)?.of ?? list.length });
    }
  }
  const parts = [...cuts].map(([path, { kept, of }]) => `${kept} of ${of} in \`${path}\``);
  // `omitted` comes first, so that a reader learns before the values that they are incomplete.
  return {
    omitted: `Shortened to ${parts.join(', ') || 'shorter texts'}. Ask for a shorter period, a smaller area or fewer items to see the rest.`,
    ...short,
  };
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** Whether a list is a time series, of which the latest values matter most. */
const isSeries = (list: readonly unknown[]): boolean => {
  const first = list[0];
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return true;
  return 'time' in first && !('id' in first) && Object.keys(first).length <= 8;
};

function shortTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT).toWellFormed()}…` : value;
  if (Array.isArray(value)) return value.map(shortTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortTexts(inner)]));
}

interface List {
  holder: Fields;
  name: string;
  /** Path of the list in the result: `items`, `items.lines`. */
  path: string;
  list: unknown[];
  size: number;
}

/** Returns the lists with more than one value in the result, in its objects, and in the objects of its lists. */
function lists(value: Fields, path = ''): List[] {
  return Object.entries(value).flatMap(([name, inner]): List[] => {
    const here = path === '' ? name : `${path}.${name}`;
    if (!Array.isArray(inner)) return isFields(inner) ? lists(inner, here) : [];
    const own = inner.length > MIN_ITEMS ? [{ holder: value, name, path: here, list: inner, size: sizeOf(inner) }] : [];
    return [...own, ...inner.filter(isFields).flatMap((one) => lists(one, here))];
  });
}

/** Returns the path whose lists have the most characters in total; undefined without lists. */
function longestPath(found: readonly List[]): string | undefined {
  const sizes = new Map<string, number>();
  for (const { path, size } of found) sizes.set(path, (sizes.get(path) ?? 0) + size);
  return [...sizes].sort(([, one], [, other]) => other - one)[0]?.[0];
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a result with its long series as rows of values, whose names are in `columns`, instead of objects. Two to
 * three times as many values fit into a result this way.
 */
export function compactSeries(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const columns: Record<string, string[]> = {};
  const compacted = Object.entries(value as Fields).map(([name, inner]): [string, unknown] => {
    if (!Array.isArray(inner) || inner.length < MIN_ROWS || !isTimeSeries(inner)) return [name, inner];
    const names = [...new Set(inner.flatMap((row: Fields) => Object.keys(row)))];
    columns[name] = names;
    return [name, inner.map((row: Fields) => names.map((column) => row[column] ?? null))];
  });
  return Object.keys(columns).length === 0 ? value : { columns, ...Object.fromEntries(compacted) };
}

/** Whether a list is a series: objects with a time and few fields that are not records with an id. */
function isTimeSeries(list: readonly unknown[]): list is readonly Fields[] {
  const names = new Set<string>();
  for (const row of list) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return false;
    for (const name of Object.keys(row)) names.add(name);
  }
  return names.size <= MAX_COLUMNS && !names.has('id') && TIMES.some((name) => names.has(name));
}
