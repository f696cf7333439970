import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';

/**
 * Paths of our own modules are whole: Node would ask the disk several times for each, which takes a fifth of the time
 * to load the application.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (!specifier.startsWith('.') || parentURL === undefined || parentURL.includes('/node_modules/'))
      return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});

/**
 * Run by ava in the process of each test file, before the file. Notes what the file cost, for `slowestFiles`; and
 * leaves source maps out when the whole suite runs, since they take a fifth of the time of a file: run a file alone to
 * see its own lines in a stack trace.
 */
export default function prepareTestProcess(): void {
  const { TEST_COSTS: costs, TEST_SOURCE_MAPS: maps } = process.env;
  if (maps === 'off') process.setSourceMapsEnabled(false);
  if (costs === undefined) return;
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const file = relative(process.cwd(), fileURLToPath(test.meta.file));
    appendFileSync(
      costs,
      `${JSON.stringify({ file, cpuMs: Math.round((user + system) / 1000), wallMs: Math.round(performance.now()) })}\n`,
    );
  });
}
