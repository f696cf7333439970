import 'reflect-metadata';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readConfig } from '../../../../src/config/read-config.js';
import type { Database } from '../../../../src/database/database.js';
import { openDatabase } from '../../../../src/database/open-database.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { KeyRing } from '../../../../src/http/key-ring.js';
import { StubJobs } from '../../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../../src/logging/log.js';
import { createContainer } from '../../../../src/process/container.js';
import { discoverFeatures } from '../../../../src/process/discover.js';
import { SecretVault } from '../../../../src/secrets/secret-vault.js';
import { wordsOf } from '../../../../src/text/words.js';
import { SystemClock } from '../../../../src/time/clock.js';
import type { Services } from '../../../../src/wiring/services.js';
import { randomNumbers } from '../../../../test/support/random-numbers.js';
import { execute, siblingUrl, startTestServer } from '../../../../test/support/test-server.js';

const SECRET = 'a bench secret of more than thirty-two bytes';

const random = randomNumbers(42);
const columnsOf = (file: string) =>
  readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split('\t')[1] ?? '');
/** Words of the names of places and companies, in a pseudo-random order that is the same in every run. */
const vocabulary = [
  ...new Set(
    [...columnsOf('src/gazetteer/places.tsv'), ...columnsOf('src/features/markets/directory/us-listings.tsv')]
      .flatMap((name) => wordsOf(name))
      .map(({ folded }) => folded),
  ),
]
  .filter((word) => /^[a-z]{4,}$/.test(word))
  .sort((one, other) => hash('sha1', one).localeCompare(hash('sha1', other)));
/** Returns the word at a relative position (0 to 1) of the vocabulary. */
export const wordAt = (place: number) => vocabulary[Math.floor(place * vocabulary.length)] as string;
const words = (count: number) => Array.from({ length: count }, () => wordAt(random() ** 4)).join(' ');

/**
 * Starts the services on a new database with articles of 129 words each and live objects, three vessels for each
 * aircraft.
 */
export async function filledServices(size: {
  articles: number;
  objects: number;
}): Promise<{ services: Services; stop(): Promise<void> }> {
  const server = await startTestServer(process.env.TEST_DATABASE_URL);
  const url = siblingUrl(server.url, server.template);
  const config = await readConfig({
    SVC_ENV: 'test',
    SVC_JWT_SECRET: SECRET,
    SVC_DATA_SECRET: SECRET,
    SVC_SEARCH_TIMEOUT_MS: '30000',
  });
  const clock = new SystemClock();
  const database = await openDatabase(
    { url, dataDir: config.service.dataDir, poolSize: config.storage.databasePoolSize },
    () => undefined,
  );
  const parts = {
    config,
    clock,
    database,
    log: createLog({ logLevel: 'warn' }),
    jobs: new StubJobs(),
    keys: new KeyRing(SECRET),
    vault: new SecretVault(SECRET),
  };
  const services = createContainer({ ...parts, ...(await discoverFeatures()) });
  fillLive(services.get(LiveState), clock.now(), size.objects);
  await fillArticles(database, size.articles);
  // This connection has no statement timeout, which the vacuum would exceed.
  await execute(url, 'vacuum analyze news_articles');
  const stop = async () => {
    await database.close();
    await server.stop();
  };
  return { services, stop };
}

async function fillArticles(database: Database, articles: number): Promise<void> {
  for (let first = 0; first < articles; first += 250) {
    const rows = Array.from({ length: 250 }, (_, index) => ({
      n: first + index,
      title: words(9),
      summary: words(120),
    }));
    await database.query(
      `insert into news_articles (id, provider, external_id, source_key, title, summary, published_at, fetched_at, source_name, owner, tier, symbols, entities, countries,
        places, title_key, tokens, minhash)
      select gen_random_uuid(), 'bench', n::text, n::text, title, summary, now() - n * interval '5 minutes', now(), 'Source ' || n % 50, 'Owner', 3, '{}', '{}', '{}',
        '[]', n::text, '{}', '{}' from json_to_recordset($1) as row (n int, title text, summary text)`,
      [JSON.stringify(rows)],
    );
  }
}

const destinations = 'ROTTERDAM|SG SIN|NLRTM|HOUSTON|PIRAEUS|CNSHA|BUSAN|SANTOS|DURBAN|HAMBURG'.split('|');

function fillLive(live: LiveState, now: number, objects: number): void {
  const seen = { observedAt: now, receivedAt: now, provider: 'bench' };
  const somewhere = () => ({ lat: random() * 160 - 80, lon: random() * 360 - 180 });
  for (let index = 0; index < (objects * 3) / 4; index += 1) {
    const callsign = `C${index.toString(36).toUpperCase()}`;
    const voyage = { shipTypeCode: 60 + (index % 30), destination: destinations[index % destinations.length] };
    const named = { imo: 9_000_000 + index, name: words(2).toUpperCase(), callsign };
    const known = { ...named, ...voyage, speedKnots: random() * 25 };
    live.takeVessel({ key: 201_000_000 + index * 3_000, ...known, ...somewhere(), ...seen });
  }
  for (let index = 0; index < objects / 4; index += 1) {
    const known = { callsign: `KLM${index}`, registration: `PH-${index.toString(36).toUpperCase()}` };
    live.takeAircraft({ key: 0x400000 + index, ...known, ...somewhere(), ...seen });
  }
}
