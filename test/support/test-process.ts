import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';

/**
 * Imports of our own modules have full paths, so they are resolved without file access. Node would check the disk
 * several times for each, which takes a fifth of the time of loading the application.
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
 * Runs in the process of each test file before the file. It records the cost of the file for `slowestFiles`. It
 * disables source maps when the whole suite runs, because they take a fifth of the time of a file; run a file alone to
 * see its own lines in stack traces.
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
