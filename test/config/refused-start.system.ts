import test from 'ava';
import { Config } from '../../src/config/config.js';
import { startBareProcess } from '../support/bare-process.js';

const good = 'Zk3wq8Vb1nXc7Rm5Ty9Lp2Gd6Hf4Js0A';

/** Returns the message of a rejected start; empty for a successful one. */
function refusal(values: Record<string, string>): string {
  try {
    new Config(values);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

for (const [what, secret] of [
  ['missing', undefined],
  ['short', 'Zk3wq8Vb1nXc7Rm5Ty9Lp2Gd6Hf4Js0'],
  ['copied from an example', 'change-me-change-me-change-me-change-me'],
  ['one character over and over', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'],
] as const) {
  test(`in production a signing secret that is ${what} prevents the start within five seconds`, async (t) => {
    const variables = {
      SVC_ENV: 'production',
      SVC_PORT: '0',
      ...(secret === undefined ? {} : { SVC_JWT_SECRET: secret }),
    };
    // The start is repeated only if it was slow, which other work on the machine may cause.
    const times: number[] = [];
    while (times.length < 5 && !times.some((time) => time < 5_000)) {
      const started = performance.now();
      const service = startBareProcess(t, variables);
      t.not(await service.exited, 0);
      times.push(Math.round(performance.now() - started));
      t.regex(service.output(), /SVC_JWT_SECRET must be/);
      if (secret !== undefined) t.false(service.output().includes(secret));
    }
    t.true(Math.min(...times) < 5_000, `${times.join(', ')} ms`);
  });
}

test('previous secrets must meet the same rules', (t) => {
  t.regex(refusal({ SVC_JWT_PREVIOUS_SECRETS: `${good},short` }), /SVC_JWT_PREVIOUS_SECRETS must be 32 bytes or more/);
  t.is(
    refusal({
      SVC_ENV: 'production',
      SVC_JWT_SECRET: good,
      SVC_DATA_SECRET: good,
      SVC_JWT_PREVIOUS_SECRETS: `${good},${good}`,
    }),
    '',
  );
});

test('the data secret must meet the same rules', (t) => {
  const signing = { SVC_ENV: 'production', SVC_JWT_SECRET: good };
  t.regex(refusal(signing), /SVC_DATA_SECRET must be set in production/);
  t.regex(refusal({ ...signing, SVC_DATA_SECRET: 'short' }), /SVC_DATA_SECRET must be 32 bytes or more/);
  t.regex(
    refusal({ ...signing, SVC_DATA_SECRET: `${good}x`, SVC_DATA_PREVIOUS_SECRETS: 'short' }),
    /SVC_DATA_PREVIOUS_SECRETS must be 32 bytes or more/,
  );
  t.is(refusal({ ...signing, SVC_DATA_SECRET: `${good}x` }), '');
});

const refused: Array<[name: string, value: string, rule: RegExp]> = [
  ['SVC_ENV', 'staging-xq', /one of development, production, test/],
  ['SVC_PORT', '70000', /whole number from 0 to 65535/],
  ['SVC_PORT', '0x1F90', /whole number/],
  ['SVC_BASE_URL', 'ftp://xq.example', /http:\/\/ or https:\/\//],
  ['SVC_CORS_ORIGINS', 'https://xq.example/path', /origins/],
  ['SVC_CORS_ORIGINS', '*', /origins/],
  ['SVC_TRUSTED_PROXIES', '-1', /from 0 to 10/],
  ['SVC_ROLES', 'api,xq', /only api, worker, ingest/],
  ['SVC_LOG_LEVEL', 'loud-xq', /one of trace/],
  ['SVC_DATABASE_URL', 'mysql://user:xq@host/db', /postgres:\/\//],
  ['SVC_REDIS_URL', 'http://user:xq@host', /redis:\/\//],
  ['SVC_DATABASE_POOL_SIZE', '0', /from 1 to 100/],
  ['SVC_JWT_SECRET', 'xq-short', /32 bytes or more/],
  ['SVC_REGISTRATION', 'maybe-xq', /one of open, closed/],
  ['SVC_REFRESH_GRACE_SECONDS', '61', /from 0 to 60/],
  ['SVC_SESSION_MAX_DAYS', '13', /from 14 to 365/],
  ['SVC_RATE_LIMIT', '0', /from 1 to/],
  ['SVC_RATE_WINDOW_SECONDS', '1.5', /whole number/],
  ['SVC_CONCURRENCY', '1e3', /whole number/],
  ['SVC_OPERATOR_EMAIL', 'nobody-xq', /e-mail address/],
  ['SVC_OPERATOR_PASSWORD', 'xq-shor', /8 to 128/],
  ['SVC_OUTBOUND_ALLOW', 'xq.example', /addresses or CIDR ranges such as/],
  ['SVC_OUTBOUND_ALLOW', '10.0.0.0/33', /CIDR ranges such as 127/],
  ['SVC_OUTBOUND_ALLOW', '::/0', /not everything/],
  ['SVC_OUTBOUND_ALLOW', '127.0.0.1,fe80::1%eth0', /not names/],
  ['SVC_OUTBOUND_ALLOW', '10.0.0.0/8/8', /10\.1\.0\.0\/16/],
  ['SVC_OUTBOUND_PORTS', '443,65536', /from 1 to 65535/],
  ['SVC_OUTBOUND_PORTS', '0', /whole numbers/],
  ['SVC_OUTBOUND_PORTS', 'https-xq', /such as 443,8443/],
];
for (const [name, value, rule] of refused) {
  test(`${name} of the wrong kind (${value.length} characters: ${rule.source}) is rejected and not shown`, (t) => {
    const others: Record<string, string> =
      name === 'SVC_OPERATOR_EMAIL'
        ? { SVC_OPERATOR_PASSWORD: 'long enough for one' }
        : name === 'SVC_OPERATOR_PASSWORD'
          ? { SVC_OPERATOR_EMAIL: 'a@b.test' }
          : {};
    const said = refusal({ ...others, [name]: value });
    t.true(said.includes(name), said);
    t.regex(said, rule);
    if (value.includes('xq')) t.false(said.includes(value), said);
  });
}

test('without SVC_ENV, NODE_ENV=production selects production with all of its requirements', (t) => {
  const secrets = { SVC_JWT_SECRET: good, SVC_DATA_SECRET: good };
  t.regex(refusal({ NODE_ENV: 'production' }), /SVC_JWT_SECRET/);
  const { service, auth, docs } = new Config({ NODE_ENV: 'production', ...secrets });
  t.deepEqual([service.production, auth.registrationOpen, docs.enabled], [true, false, false]);
  for (const environment of ['development', 'test'])
    t.false(new Config({ NODE_ENV: 'production', SVC_ENV: environment }).service.production);
  for (const NODE_ENV of ['development', 'test', '', undefined])
    t.is(new Config({ NODE_ENV }).service.environment, 'development');
});

test('an incomplete first operator is rejected with the missing variable', (t) => {
  t.regex(refusal({ SVC_OPERATOR_EMAIL: 'a@b.test' }), /SVC_OPERATOR_PASSWORD must be set too/);
  t.regex(refusal({ SVC_OPERATOR_PASSWORD: 'long enough for one' }), /SVC_OPERATOR_EMAIL must be set too/);
});

test('all invalid settings are reported together', (t) => {
  const said = refusal({ SVC_PORT: 'x', SVC_RATE_LIMIT: 'x', SVC_ENV: 'production' });
  for (const name of ['SVC_PORT', 'SVC_RATE_LIMIT', 'SVC_JWT_SECRET']) t.true(said.includes(name));
});

test('an unknown variable name is reported with the name that was probably meant', (t) => {
  const { unknownNames } = new Config({
    SVC_RATE_LIMITS: '5',
    SVC_PROT: '8080',
    SVC_ANYTHING_ELSE: '1',
    SVC_PORT: '0',
    PATH: '/bin',
  });
  t.deepEqual(unknownNames, [
    { name: 'SVC_RATE_LIMITS', meant: 'SVC_RATE_LIMIT' },
    { name: 'SVC_PROT', meant: 'SVC_PORT' },
    { name: 'SVC_ANYTHING_ELSE', meant: undefined },
  ]);
});

test('the displayed configuration hides every secret', (t) => {
  const values = {
    SVC_JWT_SECRET: good,
    SVC_DATABASE_URL: 'postgres://u:hidden@h/d',
    SVC_REDIS_URL: 'redis://:hidden@h',
    SVC_PORT: '0',
  };
  const { shown } = new Config(values);
  t.false(JSON.stringify(shown).includes('hidden') || JSON.stringify(shown).includes(good));
  t.is(shown.find(({ name }) => name === 'SVC_PORT')?.value, '0');
});
