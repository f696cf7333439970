import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { execute, siblingUrl, startTestServer } from '../../test/support/test-server.js';
import { declaredSizes } from './sizes.js';

/**
 * A bench that hangs fails after this long (ms), and the others still run. The limit is far from what a bench takes on
 * a slow and busy machine: a bench that still runs beside the next ones delays them too.
 */
const LIMIT_MS = 10 * 60_000;

/**
 * Runs benches one after another in this process, each with an empty database on one PostgreSQL. The sizes are the
 * smallest, since `sizesOf` reads `--smoke` from the arguments of this process.
 * @param folder the folder of the compiled benches
 * @returns the names of the failed benches: benches that did not declare their sizes, ended with an error or printed no
 * figures
 */
export async function smokeRun(names: readonly string[], folder: string): Promise<string[]> {
  const server = await startTestServer(process.env.TEST_DATABASE_URL);
  const failed: string[] = [];
  try {
    for (const [index, name] of names.entries()) {
      const database = `${server.template}_${index}`;
      await execute(server.url, `CREATE DATABASE "${database}"`);
      process.env.TEST_DATABASE_URL = siblingUrl(server.url, database);
      console.log(`\n== ${name}`);
      const [before, cpu] = [declaredSizes(), process.cpuUsage()];
      const started = performance.now();
      const { printed, error } = await outputOf(() => import(pathToFileURL(join(folder, `${name}.js`)).href));
      const { user, system } = process.cpuUsage(cpu);
      const fault = error ?? faultOf(printed, declaredSizes() > before);
      console.log(
        `(${((performance.now() - started) / 1_000).toFixed(1)} s, of them ${((user + system) / 1e6).toFixed(1)} s of CPU in this process)`,
      );
      if (fault === undefined) continue;
      console.log('!!', fault);
      failed.push(name);
    }
  } finally {
    await server.stop();
  }
  console.log(
    failed.length === 0
      ? `\n${names.length} benches ran.`
      : `\n${failed.length} of ${names.length} benches failed: ${failed.join(', ')}`,
  );
  return failed;
}

/** Returns the reason why the output of a bench shows no measurement; undefined if it shows one. */
export function faultOf(printed: string, hasSizes: boolean): string | undefined {
  if (!hasSizes) return 'It does not declare its sizes with sizesOf.';
  if (!/\d/.test(printed)) return 'It printed no figure.';
  const without = /\b(?:NaN|undefined|Infinity)\b/.exec(printed)?.[0];
  return without === undefined ? undefined : `It measured nothing: it printed ${without}.`;
}

/** Runs an action and returns the text that it printed with `console.log`, and its error. */
async function outputOf(act: () => Promise<unknown>): Promise<{ printed: string; error?: unknown }> {
  const { log } = console;
  let printed = '';
  console.log = (...parts: unknown[]) => {
    printed += `${format(...parts)}\n`;
    log(...parts);
  };
  const over = new AbortController();
  const late = wait(LIMIT_MS, undefined, { signal: over.signal }).then(() =>
    Promise.reject(new Error(`It has not ended after ${LIMIT_MS / 1_000} s.`)),
  );
  try {
    await Promise.race([act(), late]);
    return { printed };
  } catch (error) {
    return { printed, error };
  } finally {
    over.abort();
    late.catch(() => undefined);
    console.log = log;
  }
}
