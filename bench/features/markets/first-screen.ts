// CPU time of the first screen of all simulated shares of the United States: on an empty database, and after a start,
// when the figures of companies are stored; then with all figures in memory.
import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import { EventLog } from '../../../src/events/event-log.js';
import { CompaniesService } from '../../../src/features/markets/companies/companies.service.js';
import { RatiosService } from '../../../src/features/markets/companies/ratios.service.js';
import { InstrumentTable } from '../../../src/features/markets/directory/instrument-table.js';
import { evaluateScreen } from '../../../src/features/markets/screens/evaluate-screen.js';
import { PriceColumnsService } from '../../../src/features/markets/screens/price-columns.service.js';
import { ScreenCompanies } from '../../../src/features/markets/screens/screen-company.repository.js';
import { ScreenFigures } from '../../../src/features/markets/screens/screen-figures.service.js';
import { definitionOf, planOf } from '../../../src/features/markets/screens/screen-plan.js';
import { Log } from '../../../src/logging/log.js';
import { SystemTimers } from '../../../src/time/timers.js';
import { startTestServer } from '../../../test/support/test-server.js';
import { startTestService } from '../../../test/support/test-service.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { instruments: INSTRUMENTS } = sizesOf({ usual: { instruments: 5_000 }, smoke: { instruments: 20 } });

const server = await startTestServer(process.env.TEST_DATABASE_URL);
Object.assign(process.env, { TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: server.template });
const { services, clock, close } = await startTestService();
const instruments = services
  .get(InstrumentTable)
  .ofClass('equity')
  .filter(({ symbol }) => symbol.endsWith('.US'))
  .slice(0, INSTRUMENTS);
const started = () =>
  new ScreenFigures(
    services.get(CompaniesService),
    services.get(RatiosService),
    services.get(PriceColumnsService),
    services.get(ScreenCompanies),
    services.get(EventLog),
    clock,
    new SystemTimers(),
    services.get(Log),
  );
const plan = planOf(
  definitionOf({
    condition: {
      type: 'all',
      conditions: [
        { type: 'compare', field: 'priceToEarnings', operator: 'below', value: 15 },
        { type: 'compare', field: 'price', operator: 'above', otherField: 'sma:50' },
      ],
    },
    sort: [{ field: 'marketCap', order: 'desc' }],
  }),
);
const needs = { company: true, candles: Math.max(...[...plan.fields.values()].map(({ candles }) => candles)) };
const rows: string[][] = [];

/** Runs the screen until no figure is missing, and adds a row with its CPU and running time. */
async function measure(title: string, figures: ScreenFigures): Promise<void> {
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  for (;;) {
    const found = await figures.read({ instruments, needs, accountId: 'bench' });
    const { matches } = await evaluateScreen(plan, found);
    if (found.every(({ company, prices }) => company !== 'loading' && prices !== 'loading')) {
      const { user, system } = process.cpuUsage(cpu);
      const seconds = (performance.now() - began) / 1_000;
      rows.push([
        title,
        String(found.length),
        String(matches.length),
        ((user + system) / 1e6).toFixed(2),
        seconds.toFixed(2),
      ]);
      break;
    }
    await wait(100);
  }
  await figures.settle();
}

const first = started();
await measure('on an empty database', first);
const second = started();
await measure('after a start', second);
await measure('in memory', second);
printTable(['screen', 'instruments', 'results', 'CPU s', 's'], rows);
await close();
await server.stop();
