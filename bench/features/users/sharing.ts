// The cost of sharing among 1,000 teams with 100 members each: the check of a grant on the path of a request, in memory
// and read from the database, and lists of teams, members, grants and shared resources, for a member of ten teams and
// for a member of all of them.
import 'reflect-metadata';
import type { Context } from 'koa';
import { AccountsService } from '../../../src/accounts/accounts.service.js';
import { readConfig } from '../../../src/config/read-config.js';
import { openDatabase } from '../../../src/database/open-database.js';
import { CasesService } from '../../../src/features/osint/cases/cases.records.js';
import { TeamMembers } from '../../../src/features/users/teams/team-members.service.js';
import { Teams } from '../../../src/features/users/teams/teams.records.js';
import type { Caller, HeldGrant } from '../../../src/http/caller.js';
import { GrantedAccess, grantStep } from '../../../src/http/granted-access.js';
import { KeyRing } from '../../../src/http/key-ring.js';
import type { OldestFirstQuery } from '../../../src/http/page.js';
import type { Route } from '../../../src/http/route/route.js';
import { StubJobs } from '../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../src/logging/log.js';
import { createContainer } from '../../../src/process/container.js';
import { discoverFeatures } from '../../../src/process/discover.js';
import { GrantRepository } from '../../../src/resources/grant.repository.js';
import { GrantCache } from '../../../src/resources/grant-cache.js';
import { GrantCacheRunner } from '../../../src/resources/grant-cache.runner.js';
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
  await database.query(
    `insert into team_members (id, team_id, account_id, email, role, accepted_at, created_at, updated_at)
     select ${idSql('0003', '$1::int * $2::int + n')}, ${idSql('0002', 'n')}, ${idSql('0001', '$3::int')}, 'all@watchfloor.test',
       'member', now(), now(), now()
     from generate_series(0, $1::int - 1) n`,
    [teams, members, accounts],
  );
  for (let team = 0; team < teams; team += 1)
    await database.query(
      `insert into osint_cases (id, account_id, title, description, status, created_at, updated_at)
     select ${idSql('0005', '$1::int * 10 + r')}, ${idSql('0001', '0')}, 'Case', null, 'open', now(), now()
     from generate_series(0, 9) r`,
      [team],
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
    return `${median(times).toFixed(0)} µs`;
  };
  /** Returns the mean time of a call that reads memory (µs). */
  const timedInMemory = async (call: () => Promise<unknown>): Promise<string> => {
    await call();
    const runs = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const begun = performance.now();
        for (let left = steps / 50; left > 0; left -= 1) {
          // The connection that confirms the cache is served between the calls of a real process.
          if (left % 10_000 === 0) cache.confirm(performance.now());
          await call();
        }
        return ((performance.now() - begun) * 1e3) / (steps / 50);
      }),
    );
    return `${(median(runs) / runs.length).toFixed(2)} µs`;
  };
  const [accountsService, grants, cache] = [
    services.get(AccountsService),
    services.get(GrantRepository),
    services.get(GrantCache),
  ];
  const use = {
    template: '/x/:id',
    method: 'GET',
    access: 'read',
    isFreeOfAmounts: false,
    requestId: 'bench',
  } as const;
  const [cases, teamsService, teamMembers] = [
    services.get(CasesService),
    services.get(Teams),
    services.get(TeamMembers),
  ];
  const [caller, memberOfAll] = [1, accounts].map((number) => ({ accountId: idOf('0001', number) }) as Caller) as [
    Caller,
    Caller,
  ];
  const page = { limit: 50, order: 'asc' } as OldestFirstQuery;
  const [granted, notGranted] = [idOf('0005', 0), idOf('0006', 0)].map((id) => `/api/v1/osint/cases/${id}`) as [
    string,
    string,
  ];
  const held = { id: idOf('0004', 0), holderId: caller.accountId, resourceId: idOf('0005', 0) } as HeldGrant;
  const readAndRecord = () => timed(() => access.enter(caller, { ...use, path: granted }));
  const rows: string[][] = [
    ['request of an account without grants, added by the step', `${stepNanoseconds.toFixed(0)} ns`],
    ['read an account without grants', await timed(() => accountsService.present(idOf('0001', 0)))],
    ['read a member of ten teams', await timed((n) => accountsService.present(idOf('0001', 1 + (n % accounts))))],
    ['from the database: check a grant to one of ten teams', await timed(() => access.isLive(held))],
    [
      'from the database: check a resource that is not granted',
      await timed(() => access.enter(caller, { ...use, path: notGranted })),
    ],
    ['from the database: check and record in the activity', await readAndRecord()],
  ];
  cache.confirm(performance.now());
  rows.push(
    ['in memory: check a grant to one of ten teams', await timedInMemory(() => access.isLive(held))],
    [
      'in memory: check a resource that is not granted',
      await timedInMemory(() => access.enter(caller, { ...use, path: notGranted })),
    ],
  );
  const runner = services.get(GrantCacheRunner);
  await runner.start();
  rows.push(['in memory: check and record in the activity', await readAndRecord()]);
  await runner.stop();
  for (const [name, { accountId }] of [
    ['ten teams', caller],
    [`${teams} teams`, memberOfAll],
  ] as const)
    rows.push(
      [`${name}: list 50 teams`, await timed(() => teamsService.list(accountId, 50))],
      [`${name}: list 50 received grants`, await timed(() => grants.received(accountId, new Date(), 50))],
      [`${name}: list 50 cases with shared=true`, await timed(() => cases.shared({ accountId } as Caller, page))],
    );
  rows.push([
    `list the ${members} members of a team`,
    await timed(() => teamMembers.list(memberOfAll.accountId, idOf('0002', 0), members, 'asc')),
  ]);
  printTable(['step', 'time'], rows);
} finally {
  await database.close();
  await server.stop();
}
