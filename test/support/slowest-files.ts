import { existsSync, readFileSync } from 'node:fs';

interface FileCost {
  file: string;
  cpuMs: number;
  wallMs: number;
}

/**
 * Returns the slowest test files, one line each, from the records that `prepareTestProcess` has written to a file.
 * Empty if there is no such file.
 */
export function slowestFiles(costs: string, count: number): string {
  if (!existsSync(costs)) return '';
  const files = readFileSync(costs, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FileCost);
  const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(7);
  const total = files.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  const lines = files
    .sort((a, b) => b.wallMs - a.wallMs)
    .slice(0, count)
    .map(({ file, cpuMs, wallMs }) => `${seconds(wallMs)}${seconds(cpuMs)}  ${file}`);
  return [
    `\nSlowest of ${files.length} files (seconds, CPU seconds; ${seconds(total).trim()} CPU seconds in all):`,
    ...lines,
    '',
  ].join('\n');
}
