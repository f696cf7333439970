import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { builtInFlows } from '../../../../src/features/geospatial/flows/built-in-flows.js';
import type { Flow } from '../../../../src/features/geospatial/flows/flow.js';
import { COUNTED, FlowRepository } from '../../../../src/features/geospatial/flows/flow.repository.js';
import { LineSilence } from '../../../../src/features/geospatial/flows/line-silence.service.js';
import { ReceptionRepository } from '../../../../src/features/geospatial/reception/reception.repository.js';
import {
  addCount,
  cellAt,
  type DayCounts,
  placeOf,
} from '../../../../src/features/geospatial/reception/reception-cells.js';
import { dayOf } from '../../../../src/time/utc-day.js';
import { DAY, HOUR, serviceFor } from '../../../support/service-for.js';

const hormuz = builtInFlows().get('hormuz') as Flow;
const [lon, lat] = hormuz.corners[0] as readonly [number, number];
const here = placeOf(cellAt(lat, lon));

/** Starts a service that received vessels at the line for eight days, except in some hours; elsewhere it always did. */
async function heard(t: ExecutionContext, isHeard: (hoursAgo: number) => boolean) {
  const service = await serviceFor(t, { env: { SVC_AIS_SOURCES: 'none' } });
  const { clock, services } = service;
  clock.advance(DAY - (clock.now() % DAY) + HOUR);
  const end = clock.now() - HOUR;
  const repository = services.get(ReceptionRepository);
  for (let day = 1; day <= 8; day += 1) {
    const [near, far]: DayCounts[] = [new Map(), new Map()];
    for (let hour = 0; hour < 24; hour += 1) {
      if (isHeard(24 * day - hour)) addCount(near as DayCounts, here.within, hour, 5);
      addCount(far as DayCounts, (here.within + 800) % 1_600, hour, 5);
    }
    const row = { provider: 'ais', layer: 'vessels' as const, block: here.block, day: dayOf(end - day * DAY) };
    await repository.add([
      { feed: 'ais.tcp', counts: near as DayCounts, ...row },
      { feed: 'ais.far', counts: far as DayCounts, ...row },
    ]);
  }
  return { ...service, end, silence: services.get(LineSilence) };
}

test('hours in which no source received a vessel in the cells of a line are silent, if some usually do', async (t) => {
  const { silence, end } = await heard(t, (hoursAgo) => hoursAgo > 6 || hoursAgo <= 2);
  const hours = [...(await silence.hoursOf(hormuz, end - DAY, end))];
  t.deepEqual(hours.map((hour) => (end - hour * HOUR) / HOUR).sort(), [3, 4, 5, 6]);
});

test('a line whose cells are often without reports has no silent hours: the silence can be that of the traffic', async (t) => {
  const { silence, end } = await heard(t, (hoursAgo) => hoursAgo > 24 && hoursAgo % 4 !== 0);
  t.is((await silence.hoursOf(hormuz, end - DAY, end)).size, 0);
});

test('a series withholds the z-score of a day whose sources were silent, and says so', async (t) => {
  const { services, end, signedIn } = await heard(t, (hoursAgo) => hoursAgo > 6);
  const hours = 2 ** 24 - 1;
  const passage = (count: number) => Buffer.alloc(8 * count);
  const days = Array.from({ length: 70 }, (_, index) => dayOf(end - (index + 1) * DAY));
  await services.get(FlowRepository).add(
    false,
    days.flatMap((day, index) => [
      { flowId: COUNTED, day, hours, passages: passage(0) },
      { flowId: 'hormuz', day, hours, passages: passage(index === 0 ? 2 : 40) },
    ]),
  );
  const api = await signedIn();
  const range = `from=${new Date(end - 2 * DAY).toISOString()}&to=${new Date(end).toISOString()}`;
  const { status, json } = await api.get(`/geospatial/flows/hormuz/series?${range}`);
  t.is(status, 200);
  const [before, silent] = json.items;
  t.like(before, { passageCount: 40, silentHourCount: 0, zScore: 0 });
  t.like(silent, { passageCount: 2, silentHourCount: 6, zScore: null, baselineMean: 40 });
  t.true(
    json.provenance.warnings.some((warning: string) => warning.includes('silent in the cells of this line in 6 hours')),
  );
});
