import test from 'ava';
import { readSources } from '../support/sources.js';

// The files that an entry loads, directly or through others. Each of them has to be known to understand what the entry
// does, and is loaded before it runs.

/** Maximum number of files by entry. */
const limits: Readonly<Record<string, number>> = {
  'src/features/markets/charts/candles.controller.ts': 100,
  'src/features/alerts/run/alert-evaluation.runner.ts': 280,
  'src/features/ai/messages/messages.controller.ts': 180,
  'src/features/geospatial/map/map.controller.ts': 143,
  'src/features/portfolios/series/performance-series.controller.ts': 150,
  'src/features/webhooks/deliver.job.ts': 58,
};

/** A value import is loaded; one for types alone is not. */
const valuesOf = new Map(readSources('src').map(({ path, values }) => [path, values]));

/** Returns the loaded files with the one that imports them first, the nearest files first. */
function loadedBy(entry: string): Map<string, string> {
  const loaded = new Map([[entry, '']]);
  for (const path of loaded.keys())
    for (const to of valuesOf.get(path) ?? []) if (!loaded.has(to)) loaded.set(to, path);
  return loaded;
}

/** Returns the import that adds the most files, and the files on the way to it. */
function heaviestPath(entry: string): string {
  const all = loadedBy(entry);
  const without = (from: string, to: string) => {
    const reached = new Set([entry]);
    for (const path of reached)
      for (const next of valuesOf.get(path) ?? []) if (path !== from || next !== to) reached.add(next);
    return all.size - reached.size;
  };
  const edges = [...all].flatMap(([to, from]) => (from === '' ? [] : [{ from, to, files: without(from, to) }]));
  const rows = edges.sort((a, b) => b.files - a.files).slice(0, 8);
  const trail = (path: string): string => (path === entry ? path : `${trail(all.get(path) as string)} → ${path}`);
  return rows.map(({ to, files }) => `${files} files by ${trail(to)}`).join('\n');
}

for (const [entry, limit] of Object.entries(limits))
  test(`${entry} loads at most ${limit} files`, (t) => {
    t.true(valuesOf.has(entry), 'The entry was moved; name its new place here.');
    const { size } = loadedBy(entry);
    t.true(size <= limit, size > limit ? `It loads ${size}. Those that one import adds:\n${heaviestPath(entry)}` : '');
  });
