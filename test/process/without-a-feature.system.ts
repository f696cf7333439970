import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { featureOf, readSources, root } from '../support/sources.js';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../support/without-feature-process.js');

/** A feature, the names of its settings, and the section that it adds to the account export. */
const removable = [
  { feature: 'geospatial', setting: /^SVC_(?:AIS|ADSB|VESSEL)_/, section: 'geofences' },
  { feature: 'markets', setting: /^SVC_(?:MARKETS|COINBASE)_/, section: 'watchlists' },
  { feature: 'timeline', setting: /^SVC_TIMELINE_/, section: 'timelineNotes' },
  { feature: 'webhooks', setting: undefined, section: 'webhookEndpoints' },
];

const sources = readSources('src');

/** Returns a feature and the features that cannot be loaded without it because they import it. */
function withDependents(feature: string): Set<string> {
  const gone = new Set([feature]);
  for (const each of gone)
    for (const { path, values } of sources)
      if (values.some((to) => featureOf(to) === each)) gone.add(featureOf(path) ?? each);
  return gone;
}

for (const { feature, setting, section } of removable)
  test(`without the folder of ${feature} everything that does not need it is available`, async (t) => {
    // The copy is next to the compiled product, where packages are found.
    const place = mkdtempSync(join(root, 'dist', 'without-'));
    t.teardown(() => rmSync(place, { recursive: true, force: true }));
    const gone = new Set([...withDependents(feature)].map((one) => join(root, 'dist/src/features', one)));
    cpSync(join(root, 'dist/src'), join(place, 'dist/src'), {
      recursive: true,
      filter: (path) => !gone.has(path) && !path.endsWith('.map'),
    });
    cpSync(join(root, 'package.json'), join(place, 'package.json'));
    const { stdout } = await run(process.execPath, [script, join(place, 'dist/src')], { maxBuffer: 50_000_000 });
    const { health, document, settings } = JSON.parse(stdout);
    t.is(health.status, 200);
    t.is(document.status, 200);
    const paths = Object.keys(document.json.paths);
    t.true(paths.includes('/api/v1/users/me'));
    t.deepEqual(
      paths.filter((path) => path.startsWith(`/api/v1/${feature}`)),
      [],
    );
    if (setting !== undefined)
      t.deepEqual(
        settings.filter((name: string) => setting.test(name)),
        [],
      );
    if (section !== undefined) t.false(JSON.stringify(document.json.components.schemas).includes(`"${section}"`));
  });
