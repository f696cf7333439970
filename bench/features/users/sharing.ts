// The cost of the check of a grant: of the step for an account that holds no grants, of reading an account with and
// without grants, and of the check itself for a member of ten of 1,000 teams with 100 members each.
import 'reflect-metadata';
import type { Context } from 'koa';
import { AccountsService } from '../../../src/accounts/accounts.service.js';
import { readConfig } from '../../../src/config/read-config.js';
import { openDatabase } from '../../../src/database/open-database.js';
import { CasesService } from '../../../src/features/osint/cases/cases.records.js';
import type { Caller } from '../../../src/http/caller.js';
import { GrantedAccess, grantStep } from '../../../src/http/granted-access.js';
import { KeyRing } from '../../../src/http/key-ring.js';
import type { Route } from '../../../src/http/route/route.js';
import { StubJobs } from '../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../src/logging/log.js';
import { createContainer } from '../../../src/process/container.js';
import { discoverFeatures } from '../../../src/process/discover.js';
import { GrantRepository } from '../../../src/resources/grant.repository.js';
import { SecretVault } from '../../../src/secrets/secret-vault.js';
import { SystemClock } from '../../../src/time/clock.js';
import { siblingUrl, startTestServer } from '../../../test/support/test-server.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { teams, members, checks, steps } = sizesOf({
  usual: { teams: 1_000, members: 100, checks: 500, steps: 5_000_000 },
  smoke: { teams: 20, members: 4, checks: 5, steps: 1_000 },
});

const SECRET = 'a bench secret of more than thirty-two bytes';
const server = await startTestServer(process.env.TEST_DATABASE_URL);
const config = await readConfig({ SVC_ENV: 'test', SVC_JWT_SECRET: SECRET, SVC_DATA_SECRET: SECRET });
const database = await openDatabase(
  {
    url: siblingUrl(server.url, server.template),
    dataDir: config.service.dataDir,
    poolSize: config.storage.databasePoolSize,
  },
  () => undefined,
);
const services = createContainer({
  config,
  clock: new SystemClock(),
  database,
  log: createLog({ logLevel: 'warn' }),
  jobs: new StubJobs(),
  keys: new KeyRing(SECRET),
  vault: new SecretVault(SECRET),
  ...(await discoverFeatures()),
});

/** Returns the id of a row: a prefix for its table, and its number. */
const idOf = (prefix: string, number: number): string =>
  `01980a6e-${prefix}-7c1a-9b52-${number.toString(16).padStart(12, '0')}`;
const idSql = (prefix: string, number: string): string =>
  `('01980a6e-${prefix}-7c1a-9b52-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

try {
  const accounts = (teams * members) / 10;
  await database.query(
    `insert into accounts (id, email, display_name, role, password_hash)
     select ${idSql('0001', 'n')}, 'a' || n || '@watchfloor.test', 'A', 'user', '' from generate_series(0, $1::int) n`,
    [accounts],
  );
  // Account 0 is in no team and receives nothing; it owns all teams and resources.
  await database.query(
    `insert into teams (id, account_id, name, created_at, updated_at)
     select ${idSql('0002', 'n')}, ${idSql('0001', '0')}, 'T', now(), now() from generate_series(0, $1::int - 1) n`,
    [teams],
  );
  // Foreign keys are checked with the plans of the present sizes.
  await database.query('analyze');
  for (let team = 0; team < teams; team += 1)
    await database.query(
      `insert into team_members (id, team_id, account_id, email, role, accepted_at, created_at, updated_at)
       select ${idSql('0003', '$1::int * $2::int + m')}, ${idSql('0002', '$1::int')},
         ${idSql('0001', '1 + ($1::int * $2::int + m) % $3::int')}, 'a' || m || '@watchfloor.test', 'member', now(), now(), now()
       from generate_series(0, $2::int - 1) m`,
      [team, members, accounts],
    );
  for (let team = 0; team < teams; team += 1)
    await database.query(
      `insert into grants (id, account_id, kind, resource_id, team_id, access, amounts, created_at, updated_at)
     select ${idSql('0004', '$1::int * 10 + r')}, ${idSql('0001', '0')}, 'case', ${idSql('0005', '$1::int * 10 + r')},
       ${idSql('0002', '$1::int')}, 'read', true, now(), now()
     from generate_series(0, 9) r`,
      [team],
    );
  await database.query('analyze');

  const access = services.get(GrantedAccess);
  const step = grantStep(access, { template: '/x', method: 'GET', endpoint: { granted: 'read' } } as unknown as Route);
  const ctx = { state: { caller: { accountId: idOf('0001', 0) } }, path: '/x' } as unknown as Context;
  const next = () => Promise.resolve();
  const timesOf = (call: typeof next) => {
    const begun = performance.now();
    for (let left = steps; left > 0; left -= 1) void call();
    return ((performance.now() - begun) / steps) * 1e6;
  };
  const rounds = Array.from({ length: 5 }, () => [timesOf(next), timesOf(() => step(ctx, next))] as const);
  const stepNanoseconds = median(rounds.map(([bare, whole]) => whole - bare));

  /** Returns the median time of a call (µs), one after another. */
  const timed = async (call: (number: number) => Promise<unknown>): Promise<string> => {
    const times: number[] = [];
    for (let number = 0; number < checks; number += 1) {
      const begun = performance.now();
      await call(number);
      times.push((performance.now() - begun) * 1e3);
    }
    return median(times).toFixed(0);
  };
  const [accountsService, grants] = [services.get(AccountsService), services.get(GrantRepository)];
  const use = {
    template: '/x/:id',
    method: 'GET',
    access: 'read',
    isFreeOfAmounts: false,
    requestId: 'bench',
  } as const;
  services.get(CasesService);
  const caller = { accountId: idOf('0001', 1) } as Caller;
  printTable(
    ['step', 'median'],
    [
      ['request of an account without grants, added by the step', `${stepNanoseconds.toFixed(0)} ns`],
      ['read an account without grants', `${await timed(() => accountsService.present(idOf('0001', 0)))} µs`],
      [
        'read a member of ten teams',
        `${await timed((n) => accountsService.present(idOf('0001', 1 + (n % accounts))))} µs`,
      ],
      [
        'check a grant to one of ten teams',
        `${await timed(() => grants.on(caller.accountId, 'case', idOf('0005', 0), new Date()))} µs`,
      ],
      [
        'check a resource that is not granted',
        `${await timed((n) => grants.on(caller.accountId, 'case', idOf('0006', n), new Date()))} µs`,
      ],
      [
        'check and record in the activity',
        `${await timed(() => access.enter(caller, { ...use, path: `/api/v1/osint/cases/${idOf('0005', 0)}` }))} µs`,
      ],
      ['list 50 received grants', `${await timed(() => grants.received(caller.accountId, new Date(), 50))} µs`],
    ],
  );
} finally {
  await database.close();
  await server.stop();
}
