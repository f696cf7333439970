import 'reflect-metadata';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config/read-config.js';
import { createLog } from '../../src/logging/log.js';
import { type RunningService, startService } from '../../src/process/start-service.js';
import { type Sample, samplesOf } from '../support/metrics-text.js';
import { ownRedis } from '../support/own-redis.js';
import { evaluate, type History } from '../support/promql.js';
import { scraperKey } from '../support/scraper-key.js';
import { createTestDatabase } from '../support/test-database.js';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Rule {
  alert: string;
  expr: string;
}
const { rules } = (parse(read('docs/monitoring/prometheus-rules.yaml')) as { groups: [{ rules: Rule[] }] }).groups[0];

interface Compose {
  services: Record<string, { image?: string; environment?: { SVC_ROLES?: string }; deploy?: { replicas?: number } }>;
}
interface Deployment {
  kind: string;
  spec: { replicas: number; template: { spec: { containers: [{ env: Array<{ name: string; value: string }> }] } } };
}

/** Returns the roles of each process in a Compose file that the project ships. */
function composed(file: string): string[] {
  const { services } = parse(read(file), { merge: true }) as Compose;
  const own = Object.values(services).filter(({ image }) => image === 'watchfloor');
  return own.flatMap(({ environment, deploy }) =>
    Array<string>(deploy?.replicas ?? 1).fill(environment?.SVC_ROLES ?? ''),
  );
}
function deployed(): string[] {
  const manifests = ['api', 'background'].flatMap((name) =>
    parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`)).map((one) => one.toJS() as Deployment),
  );
  return manifests
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ spec }) =>
      Array<string>(spec.replicas).fill(
        spec.template.spec.containers[0].env.find(({ name }) => name === 'SVC_ROLES')?.value ?? '',
      ),
    );
}

const shapes: Record<string, string[]> = {
  'deploy/compose.yaml': composed('deploy/compose.yaml'),
  'deploy/compose.scaled.yaml': composed('deploy/compose.scaled.yaml'),
  'deploy/kubernetes': deployed(),
};

/**
 * Starts a process for each entry.
 * @returns a function that scrapes all processes and labels the samples as Prometheus does
 */
async function running(t: ExecutionContext, roles: readonly string[]): Promise<() => Promise<Sample[]>> {
  const { url, database, drop } = await createTestDatabase();
  // Without a recorded backup an installation is not healthy.
  await database.query('insert into last_backup (id, taken_at, rows, bytes) values (1, now(), 1, 1)');
  const dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-shape-'));
  const services: RunningService[] = [];
  const redis = roles.length > 1 ? { SVC_REDIS_URL: (await ownRedis(t)).url } : {};
  t.teardown(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  for (const own of roles) {
    const settings = {
      SVC_PORT: '0',
      SVC_DATA_DIR: dataDir,
      SVC_DATABASE_URL: url,
      SVC_DRAIN_SECONDS: '0',
      SVC_ROLES: own,
      ...redis,
    };
    const mail = { SVC_SMTP_URL: 'smtp://127.0.0.1:9?tls=none', SVC_SMTP_FROM: 'watchfloor@watchfloor.test' };
    // Kinds of feeds that need no network.
    const feeds = {
      SVC_AIS_SOURCES: 'simulator',
      SVC_ADSB_SOURCES: 'simulator',
      SVC_EVENT_SOURCES: 'simulator',
      SVC_NEWS_SOURCES: 'simulator',
    };
    const config = await readConfig({ SVC_ENV: 'test', ...settings, ...mail, ...feeds });
    services.push(await startService(config, createLog(config.service, { write: () => undefined })));
  }
  const token = await scraperKey(services[0] as RunningService);
  return async () => {
    const all = await Promise.all(
      services.map(async ({ url: address = '' }) => {
        const answer = await fetch(`${address}/api/v1/admin/metrics`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const origin = { job: 'watchfloor', instance: new URL(address).host };
        const up = { name: 'up', labels: origin, value: answer.status === 200 ? 1 : 0 };
        return [
          up,
          ...samplesOf(await answer.text()).map((sample) => ({ ...sample, labels: { ...sample.labels, ...origin } })),
        ];
      }),
    );
    return all.flat();
  };
}

/** Time between two scrapes (s); shorter than the shortest range of a rule. */
const INTERVAL = 240;
/** Maximum number of scrapes, more than any rule needs to become quiet. */
const MAX_SCRAPES = 200;

/** Returns a function that sets all values of a metric with the given labels. */
const set =
  (name: string, value: number, labels: Record<string, string> = {}) =>
  (samples: readonly Sample[]) =>
    samples.map((sample) => {
      const isMeant =
        sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text);
      return isMeant ? { ...sample, value } : sample;
    });
const without = (name: string) => (samples: readonly Sample[]) => samples.filter((sample) => sample.name !== name);

/** For each rule, a change of the healthy values that the rule must report. */
const faults: Record<string, (samples: readonly Sample[]) => Sample[]> = {
  WatchfloorDown: set('up', 0),
  WatchfloorErrorsFast: set('watchfloor_http_requests_total', 1_000_000, { status: '5xx' }),
  WatchfloorErrorsSlow: set('watchfloor_http_requests_total', 1_000_000, { status: '5xx' }),
  WatchfloorFeedStale: set('watchfloor_feed_up', 0),
  WatchfloorEventLoopSlow: set('watchfloor_event_loop_delay_p99_seconds', 0.2),
  WatchfloorJobsWaiting: set('watchfloor_jobs_oldest_due_seconds', 301),
  WatchfloorEventsBehind: set('watchfloor_events_behind', 10_001),
  WatchfloorNoRulesEvaluated: without('watchfloor_alert_rules'),
  WatchfloorNoLeader: set('watchfloor_leader', 0),
  WatchfloorTwoLeaders: set('watchfloor_leader', 2),
  WatchfloorRedisDown: set('watchfloor_redis_up', 0),
  WatchfloorDatabaseDiskFull: set('watchfloor_database_disk_full', 1),
  WatchfloorBackupOld: set('watchfloor_backup_age_seconds', 172_801),
  WatchfloorBackupMissing: set('watchfloor_backup_age_seconds', -1),
  WatchfloorMailFailing: set('watchfloor_mails_total', 1_000, { outcome: 'failed' }),
  WatchfloorWebhooksFailing: set('watchfloor_webhook_attempts_total', 1_000, { outcome: 'failed' }),
  WatchfloorConnectionsShort: set('watchfloor_database_connections_waiting', 1),
  WatchfloorFilesShort: set('process_open_fds', Number.MAX_SAFE_INTEGER),
  WatchfloorPartitionsMissing: set('watchfloor_rows_outside_partitions', 1),
};

test('each alert rule has a fault that it must report', (t) => {
  t.deepEqual(Object.keys(faults).sort(), rules.map(({ alert }) => alert).sort());
});

for (const [shape, roles] of Object.entries(shapes)) {
  test.serial(`in ${shape} no alert rule fires without a fault, and each reports its fault`, async (t) => {
    t.deepEqual(
      [...new Set(roles.flatMap((own) => (own === '' ? ['api', 'worker', 'ingest'] : own.split(','))))].sort(),
      ['api', 'ingest', 'worker'],
    );
    const scrape = await running(t, roles);
    const first = await scrape();
    // The conditions of some rules hold shortly after the start, so the test scrapes until each rule was quiet once. A
    // rule whose condition always holds is never quiet.
    let holding = rules;
    let latest = first;
    for (let scrapes = 0; scrapes < MAX_SCRAPES && holding.length > 0; scrapes += 1) {
      latest = await scrape();
      const history: History = [
        { at: 0, samples: first },
        { at: INTERVAL, samples: latest },
      ];
      holding = holding.filter(({ expr }) => evaluate(expr, history).length > 0);
    }
    t.deepEqual(
      holding.map(({ alert }) => alert),
      [],
    );
    for (const { alert, expr } of rules) {
      if (alert === 'WatchfloorRedisDown' && roles.length === 1) continue;
      const samples = faults[alert]?.(latest) ?? [];
      t.true(
        evaluate(expr, [
          { at: 0, samples: latest },
          { at: INTERVAL, samples },
        ]).length > 0,
        alert,
      );
    }
    t.is(evaluate('watchfloor_leader == 1', [{ at: 0, samples: latest }]).length, 1);
    t.is(latest.filter(({ name }) => name === 'up').length, roles.length);
  });
}

test.serial('every panel of the dashboard can be evaluated, and panels of gauges have series', async (t) => {
  const scrape = await running(t, shapes['deploy/compose.scaled.yaml'] as string[]);
  const history = [
    { at: 0, samples: await scrape() },
    { at: 60, samples: await scrape() },
  ];
  const dashboard = JSON.parse(read('docs/monitoring/grafana-dashboard.json')) as {
    panels: Array<{ title: string; targets: Array<{ expr: string }> }>;
  };
  // Panels without data: geofences are not shared, no vendor is used, and nothing has failed.
  const empty = ['Shards of geofences', 'Feeds: calls left at the provider', 'Feeds: failures'];
  for (const { title, targets } of dashboard.panels) {
    for (const { expr } of targets) {
      t.regex(expr, /\{job=~"\$job", instance=~"\$instance"\}/, title);
      const found = evaluate(expr.replaceAll('$job', 'watchfloor').replaceAll('$instance', '.+'), history);
      if (!expr.includes('_bucket')) t.is(found.length === 0, empty.includes(title), `${title}: ${expr}`);
    }
  }
});
