import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { canonical } from './canonical.js';
import { type Change, extraBreakingChanges } from './diff-extra.js';

export interface DescriptionDiff {
  /** Changes that can break a client written for the old description. */
  breaking: Change[];
  compatible: Change[];
}

/** The used part of the output of `redocly diff --format json`. */
interface Report {
  changes: Array<{
    path: string;
    typeName: string;
    kind: string;
    impact: 'major' | 'minor' | 'patch';
    verdicts: Array<{ message: string }>;
    property?: string;
    base?: { value?: unknown };
    revision?: { value?: unknown };
  }>;
}

type ReportedChange = Report['changes'][number];

// Environment in which Redocly neither sends telemetry nor checks for updates.
const offline = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
};

function command(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
  } catch {
    throw new Error('@redocly/cli is not installed: comparing needs the development dependencies (npm ci)');
  }
}

async function report(folder: string): Promise<Report> {
  const parameters = [command(), 'diff', 'base.json', 'revision.json', '--format', 'json', '--fail-on', 'none'];
  const child = spawn(process.execPath, parameters, {
    cwd: folder,
    env: { ...process.env, ...offline },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
  const [said, complained, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  if (code !== 0) throw new Error(`redocly diff failed:\n${complained}`);
  return JSON.parse(said) as Report;
}

const readable = (pointer: string) =>
  decodeURI(pointer)
    .replace(/^#\//, '')
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join(' › ');

function toChange({ path, typeName, kind, verdicts }: ReportedChange): Change {
  const what = verdicts.length > 0 ? verdicts.map((verdict) => verdict.message).join(' ') : `${typeName} ${kind}`;
  return { where: readable(path), what };
}

/** Returns true if the service sends the part at this path: a response, or the body of a webhook. */
const isSent = (path: string) =>
  path.startsWith('#/webhooks/') ? path.includes('/requestBody/') : path.includes('/responses/');

/**
 * Returns true if a response's new pattern only excludes more texts (`^(?!…)`), so that clients receive no new texts.
 */
function excludesMore({ path, property, base, revision }: ReportedChange): boolean {
  if (property !== 'pattern' || !isSent(path) || typeof base?.value !== 'string' || typeof revision?.value !== 'string')
    return false;
  const [before, after] = [base.value, revision.value];
  return before.startsWith('^') && /^\^\(\?![^()]*\)/.test(after) && after.replace(/^\^\(\?![^()]*\)/, '^') === before;
}

/**
 * Checks that a value is an OpenAPI 3.1 description.
 * @throws when a parsed file is not an OpenAPI 3.1 description at all; linters check whether it is valid
 */
function assertDescription(value: object): void {
  const { openapi, info, paths } = value as Record<string, unknown>;
  const isObject = (part: unknown) => typeof part === 'object' && part !== null && !Array.isArray(part);
  if (typeof openapi !== 'string' || !openapi.startsWith('3.1.') || !isObject(info) || !isObject(paths))
    throw new Error('not an OpenAPI 3.1 description');
}

/**
 * Compares two OpenAPI 3.1 descriptions by `redocly diff` on their canonical forms, and by additional checks. A new
 * enum value in a response and a changed operationId count as breaking, because generated clients fail on them.
 * @throws when one of the descriptions cannot be compared
 */
export async function diffDescriptions(base: object, revision: object): Promise<DescriptionDiff> {
  assertDescription(base);
  assertDescription(revision);
  const [before, after] = [canonical(base), canonical(revision)];
  const folder = await mkdtemp(join(tmpdir(), 'watchfloor-diff-'));
  try {
    await Promise.all([
      writeFile(join(folder, 'base.json'), JSON.stringify(before)),
      writeFile(join(folder, 'revision.json'), JSON.stringify(after)),
    ]);
    const { changes } = await report(folder);
    const isBreaking = (change: ReportedChange) => change.impact === 'major' && !excludesMore(change);
    return {
      breaking: [...changes.filter(isBreaking).map(toChange), ...extraBreakingChanges(before, after)],
      compatible: changes.filter((change) => !isBreaking(change)).map(toChange),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
