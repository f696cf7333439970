import test from 'ava';
import { WORLD } from '../../../../src/features/geospatial/box.js';
import type { CoverageCell } from '../../../../src/features/geospatial/coverage/coverage.js';
import { coverageLayer } from '../../../../src/features/geospatial/coverage/coverage-layer.js';
import { renderMap } from '../../../../src/features/geospatial/map/render/render-map.js';

const cell: CoverageCell = {
  south: 50,
  west: 4,
  reports: 12,
  hours: 3,
  usual: null,
  lastHour: 0,
  hourly: [],
  sources: [],
};
const scene = { box: WORLD, subject: 'Reception', subtitle: '', notice: '', theme: 'light', width: 960 } as const;

test('a map of coverage states how many cells it leaves out', async (t) => {
  t.regex(await renderMap(scene, coverageLayer([cell], 2, 24, 1_234)), /1,234 more cells omitted/);
  t.notRegex(await renderMap(scene, coverageLayer([cell], 2, 24)), /omitted/);
});
