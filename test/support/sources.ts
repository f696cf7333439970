import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const root = join(import.meta.dirname, '..', '..', '..');

/** A source file as the tests of the architecture see it. */
export interface Source {
  /** From the root, with forward slashes. */
  path: string;
  lines: number;
  /** Without comments and the text of strings. */
  code: string;
  /** Sources it imports from the project, values and types alike. */
  imports: string[];
  /** Those of them that are there when it runs. */
  values: string[];
}

const IMPORT = /^(?:import|export)\s[^'"]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

/** The sources of a folder of the root. */
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

/** The feature that a file belongs to; undefined for one outside the features. */
export const featureOf = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1];

/** `from → to` of every import of the given files that `isWrong` names, but for the exceptions. */
export function wrongImports(
  sources: readonly Source[],
  isWrong: (from: string, to: string) => boolean,
  exceptions: Record<string, string> = {},
): string[] {
  return sources
    .flatMap(({ path, imports }) => imports.filter((to) => isWrong(path, to)).map((to) => `${path} → ${to}`))
    .filter((wrong) => !(wrong in exceptions));
}

/** The circles of a graph, each as the nodes that reach one another, sorted. */
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
