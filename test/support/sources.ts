import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const root = join(import.meta.dirname, '..', '..', '..');

/** A source file as the architecture tests see it. */
export interface Source {
  /** Path from the root, with forward slashes. */
  path: string;
  lines: number;
  /** Code without comments and without the text of strings. */
  code: string;
  /** Source files of the project that it imports, for values or types. */
  imports: string[];
  /** The imported files that are also imported at run time, so not only for types. */
  values: string[];
}

const IMPORT = /^(?:import|export)\s[^'"]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

/** Returns the sources in a folder of the root. */
export function readSources(folder: string): Source[] {
  const names = (readdirSync(join(root, folder), { recursive: true }) as string[]).filter((name) =>
    name.endsWith('.ts'),
  );
  return names.map((name) => {
    const path = join(folder, name);
    const text = readFileSync(join(root, path), 'utf8');
    const found = [...text.matchAll(IMPORT)].map((match) => ({
      target: relative(root, join(root, dirname(path), (match[1] ?? match[2] ?? match[3]) as string)).replace(
        /\.js$/,
        '.ts',
      ),
      isType: /^import type\b/.test(match[0]),
    }));
    const imports = found.map(({ target }) => target);
    const values = found.filter(({ isType }) => !isType).map(({ target }) => target);
    const code = text
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\/\/.*$/gm, '')
      .replace(/'(?:[^'\\\n]|\\.)*'/g, "''");
    return { path, lines: text.split('\n').length - 1, code, imports, values };
  });
}

/** Returns the feature that a file belongs to; undefined for a file outside the features. */
export const featureOf = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1];

/** Returns `from → to` for every import for which `isWrong` is true, except the exceptions. */
export function wrongImports(
  sources: readonly Source[],
  isWrong: (from: string, to: string) => boolean,
  exceptions: Record<string, string> = {},
): string[] {
  return sources
    .flatMap(({ path, imports }) => imports.filter((to) => isWrong(path, to)).map((to) => `${path} → ${to}`))
    .filter((wrong) => !(wrong in exceptions));
}

/** Returns the cycles of a graph, each as the sorted nodes that reach one another. */
export function circlesOf(edges: ReadonlyArray<readonly [string, string]>): string[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reachable = (from: string): Set<string> => {
    const reached = new Set<string>();
    const waiting = [...(next.get(from) ?? [])];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (reached.has(node)) continue;
      reached.add(node);
      waiting.push(...(next.get(node) ?? []));
    }
    return reached;
  };
  const reach = new Map([...next.keys()].map((node) => [node, reachable(node)]));
  const circles = [...reach.keys()]
    .filter((node) => reach.get(node)?.has(node))
    .map((node) => [...reach.keys()].filter((other) => reach.get(node)?.has(other) && reach.get(other)?.has(node)));
  return [...new Set(circles.map((nodes) => nodes.sort().join(' ⇄ ')))];
}
