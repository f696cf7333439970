// The cost of finding the subscriptions that match an event: an index of a hundred thousand subscriptions, compared
// with one of a thousand and with checking each subscription. Run with --expose-gc.
import type { LoggedEvent } from '../../../src/events/logged-event.js';
import type { SubscriptionFilter } from '../../../src/features/subscriptions/subscription.js';
import { conditionsIn } from '../../../src/features/subscriptions/subscription.js';
import { gets, type Indexable, SubscriptionIndex } from '../../../src/features/subscriptions/subscription-index.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  events: EVENTS,
  rounds: ROUNDS,
  subscriptions: SUBSCRIPTIONS,
} = sizesOf({
  usual: { events: 2_000, rounds: 5, subscriptions: 100_000 },
  smoke: { events: 50, rounds: 1, subscriptions: 1_000 },
});
const types = [
  'alert.firing',
  'alert.resolved',
  'geofence.entered',
  'geofence.left',
  'vessel.dark',
  'aircraft.squawk_changed',
  'price.moved',
  'filing.published',
  'news.published',
  'feed.status_changed',
];
const ownerTypes = new Set(['alert.firing', 'alert.resolved']);

let seed = 42;
/** Returns a pseudo-random number from 0 to 1, the same sequence in every run (Park and Miller). */
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
/** Returns an index that is skewed to low values: a few symbols and vessels are in many subscriptions. */
const skewed = (count: number) => Math.floor(count * random() ** 3);
const symbol = () => `S${skewed(5_000)}.US`;
const vessel = () => `vessel:${200_000_000 + skewed(60_000)}`;
const several = <T>(most: number, make: () => T) => [
  ...new Set(Array.from({ length: 1 + Math.floor(random() * most) }, make)),
];

/**
 * Returns a selection of events. Of 200 subscriptions, 80 list instruments, 60 vessels, 30 a region and 20 a portfolio,
 * 8 want firing alerts from severity 3 on, 1 wants the most severe feed and vessel events, and 1 every feed status.
 * @param kind number from 0 to 1 that decides the kind of selection
 */
function filterOf(kind: number): { eventTypes: string[]; filter: SubscriptionFilter } {
  if (kind < 0.4)
    return {
      eventTypes: [pick(['price.*', 'price.moved', 'filing.published', 'news.*', '*'])],
      filter: { symbols: several(10, symbol) },
    };
  if (kind < 0.7)
    return { eventTypes: [pick(['vessel.*', 'geofence.*', '*'])], filter: { entityIds: several(5, vessel) } };
  if (kind < 0.85) {
    const [west, south, size] = [random() * 350 - 180, random() * 160 - 85, random() ** 2 * 8];
    return {
      eventTypes: [pick(['vessel.*', 'geofence.entered', '*'])],
      filter: { bbox: [west, south, west + size, Math.min(90, south + size)] },
    };
  }
  if (kind < 0.95) return { eventTypes: ['alert.*'], filter: { portfolioIds: [`p${Math.floor(random() * 10_000)}`] } };
  if (kind < 0.99) return { eventTypes: ['alert.firing'], filter: { minSeverity: 3 } };
  if (kind < 0.995) return { eventTypes: ['feed.*', 'vessel.dark'], filter: { minSeverity: 5 } };
  return { eventTypes: ['feed.status_changed'], filter: {} };
}

function subscriptionsOf(count: number): Indexable[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    accountId: `a${index % Math.ceil(count / 20)}`,
    since: 0,
    ...filterOf(random()),
  }));
}

function eventOf(position: number, accounts: number): LoggedEvent {
  const type = pick(types);
  const isOwned = ownerTypes.has(type);
  const moves = /vessel|geofence|aircraft/.test(type);
  return {
    ...{ position: position + 1, id: 'e', type, subject: null, title: null, time: new Date(0), data: {} },
    audience: isOwned ? 'owner' : 'public',
    ownerId: isOwned ? `a${Math.floor(random() * accounts)}` : null,
    keys: isOwned
      ? [symbol(), `portfolio:p${Math.floor(random() * 10_000)}`]
      : [moves ? vessel() : type === 'feed.status_changed' ? 'feed:ais' : `symbol:${symbol()}`],
    severity: Math.ceil(random() * 5),
    latitude: moves ? random() * 160 - 80 : null,
    longitude: moves ? random() * 360 - 180 : null,
  };
}

/** Matches every event. @returns per event, the CPU time (µs) and the number of matches */
function measure(
  events: readonly LoggedEvent[],
  match: (event: LoggedEvent) => number,
): { cpu: number; matches: number } {
  const before = process.cpuUsage();
  let matches = 0;
  for (const event of events) matches += match(event);
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / events.length, matches: matches / events.length };
}

function prepared(count: number) {
  const subscriptions = subscriptionsOf(count);
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed;
  const started = performance.now();
  const index = new SubscriptionIndex<Indexable>();
  for (const subscription of subscriptions) index.set(subscription);
  const took = performance.now() - started;
  globalThis.gc?.();
  const bytes = process.memoryUsage().heapUsed - heap;
  const entries = subscriptions.map((subscription) => ({
    subscription,
    conditions: conditionsIn(subscription.filter),
  }));
  const events = Array.from({ length: EVENTS }, (_, position) => eventOf(position, Math.ceil(count / 20)));
  return {
    count,
    subscriptions,
    index,
    took,
    bytes,
    events,
    brute: (event: LoggedEvent) => entries.filter((entry) => gets(entry, event)).length,
  };
}

const MANY = SUBSCRIPTIONS.toLocaleString('en-US');
const [few, many] = [prepared(SUBSCRIPTIONS / 100), prepared(SUBSCRIPTIONS)];
const figures = { few: [] as number[], many: [] as number[], brute: [] as number[], replace: [] as number[] };
const matches = { few: 0, many: 0, brute: 0 };
for (let round = 0; round < ROUNDS; round += 1) {
  const sample = many.events.slice(round * 50, round * 50 + 50);
  const [one, two, three] = [
    measure(few.events, (event) => few.index.match(event).length),
    measure(many.events, (event) => many.index.match(event).length),
    measure(sample, many.brute),
  ];
  figures.few.push(one.cpu);
  figures.many.push(two.cpu);
  figures.brute.push(three.cpu);
  matches.few += one.matches / ROUNDS;
  matches.many += two.matches / ROUNDS;
  matches.brute += three.matches / ROUNDS;
  const before = process.cpuUsage();
  for (let count = 0; count < SUBSCRIPTIONS / 20; count += 1) many.index.set({ ...pick(many.subscriptions) });
  const { user, system } = process.cpuUsage(before);
  figures.replace.push((user + system) / (SUBSCRIPTIONS / 20));
}
const row = (name: string, values: readonly number[], found: number) => {
  const cpu = median(values);
  return [
    name,
    cpu.toFixed(1),
    Math.round(1e6 / cpu),
    found.toFixed(1),
    (cpu / Math.max(found, 1)).toFixed(2),
    (cpu / median(figures.many)).toFixed(2),
  ];
};
printTable(
  ['', 'CPU µs/event', 'events/s on a core', 'matches/event', 'µs/match', `÷ ${MANY}`],
  [
    row(`index of ${few.count.toLocaleString('en-US')}`, figures.few, matches.few),
    row(`index of ${MANY}`, figures.many, matches.many),
    row(`each of ${MANY}`, figures.brute, matches.brute),
  ],
);
console.log(
  `replacing one of ${MANY}: ${median(figures.replace).toFixed(1)} µs; building: ${many.took.toFixed(0)} ms; memory of the index: ${(many.bytes / 1e6).toFixed(0)} MB`,
);
