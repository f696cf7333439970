import test from 'ava';
import { readConfig } from '../../src/config/read-config.js';

type Settings = Readonly<Record<string, string>>;

/** Returns the problems of settings; empty if they are accepted. */
async function problemsOf(settings: Settings): Promise<string[]> {
  try {
    await readConfig(settings);
    return [];
  } catch (error) {
    const { problems } = error as { problems?: string[] };
    if (problems === undefined) throw error;
    return problems;
  }
}

const SECRET = 'q8Zt0ZJ2n4kV9xW3yB7cD1fG5hL6mP0r';
const operator = { SVC_OPERATOR_EMAIL: 'ada@example.org', SVC_OPERATOR_PASSWORD: 'eight ch' };
const production = { SVC_ENV: 'production', SVC_JWT_SECRET: SECRET, SVC_DATA_SECRET: `${SECRET}x` };
const mail = { SVC_SMTP_URL: 'smtps://mail.example.org', SVC_SMTP_FROM: 'watchfloor@example.org' };
const model = { SVC_AI_BASE_URL: 'https://models.example.org/v1', SVC_AI_MODEL: 'small' };
const opensky = { SVC_OPENSKY_CLIENT_ID: 'id', SVC_OPENSKY_CLIENT_SECRET: 'secret' };
const servers = 'https://auth.example.org';

/** Settings that are accepted, and changes that make the named one invalid. */
const cases: ReadonlyArray<readonly [name: string, accepted: readonly Settings[], rejected: readonly Settings[]]> = [
  [
    'SVC_CORS_ORIGINS',
    [{ SVC_CORS_ORIGINS: 'https://app.example.org' }, { SVC_CORS_ORIGINS: 'http://localhost:3000,https://a.example' }],
    ['*', 'https://a.example/', 'https://a.example/path', 'app.example.org', 'https://a.example,*'].map((value) => ({
      SVC_CORS_ORIGINS: value,
    })),
  ],
  [
    'SVC_SECURITY_CONTACT',
    ['mailto:a@b', 'https://example.org/security', 'tel:+1-201-555-0123'].map((value) => ({
      SVC_SECURITY_CONTACT: value,
    })),
    ['a@b', 'mailto:a', 'http://example.org', 'tel:', 'tel:abc'].map((value) => ({ SVC_SECURITY_CONTACT: value })),
  ],
  [
    'SVC_OUTBOUND_PORTS',
    [{ SVC_OUTBOUND_PORTS: '1,443,65535' }],
    ['0', '65536', '443,x', '-1', '443.5'].map((value) => ({ SVC_OUTBOUND_PORTS: value })),
  ],
  [
    'SVC_OUTBOUND_ALLOW',
    [{ SVC_OUTBOUND_ALLOW: '127.0.0.1,10.1.0.0/16,fd00::/8,10.0.0.0/32' }],
    ['example.org', '10.0.0.0/33', '10.0.0.0/0', '::/0', 'fd00::/129'].map((value) => ({ SVC_OUTBOUND_ALLOW: value })),
  ],
  [
    'SVC_RECEIVERS',
    [
      { SVC_RECEIVERS: 'ais.tcp@51.95:4.05,adsb.tcp@-52.3:-4.76' },
      { SVC_RECEIVERS: 'a@90:180,b@-90:-180' },
      { SVC_RECEIVERS: Array.from({ length: 100 }, (_, index) => `a${index}@1:2`).join() },
    ],
    [
      ...['a', '@1:2', 'a@90.1:0', 'a@-90.1:0', 'a@0:180.1', 'a@0:-180.1', 'a@1:2,a@3:4', 'a@1;2'],
      Array.from({ length: 101 }, (_, index) => `a${index}@1:2`).join(),
    ].map((value) => ({ SVC_RECEIVERS: value })),
  ],
  ['SVC_ROLES', [{ SVC_ROLES: 'api,worker,ingest' }, { SVC_ROLES: 'worker' }], [{ SVC_ROLES: 'api,web' }]],
  [
    'SVC_OPERATOR_PASSWORD',
    [operator, { ...operator, SVC_OPERATOR_PASSWORD: '😀'.repeat(128) }],
    [
      { ...operator, SVC_OPERATOR_PASSWORD: 'seven c' },
      { ...operator, SVC_OPERATOR_PASSWORD: 'x'.repeat(129) },
      { SVC_OPERATOR_EMAIL: 'ada@example.org' },
    ],
  ],
  [
    'SVC_OPERATOR_EMAIL',
    [operator],
    [
      { ...operator, SVC_OPERATOR_EMAIL: 'ada' },
      { ...operator, SVC_OPERATOR_EMAIL: 'a da@b.org' },
      { SVC_OPERATOR_PASSWORD: 'eight ch' },
    ],
  ],
  [
    'SVC_JWT_SECRET',
    [{ SVC_JWT_SECRET: 'x'.repeat(32) }, production],
    [{ SVC_JWT_SECRET: 'x'.repeat(31) }, { SVC_ENV: 'production', SVC_DATA_SECRET: `${SECRET}x` }],
  ],
  [
    'OTEL_TRACES_SAMPLER_ARG',
    ['0', '1', '0.5', '.25', '1.0', '0.0'].map((value) => ({ OTEL_TRACES_SAMPLER_ARG: value })),
    ['1.1', '-0.1', '2', 'all', '1e-3'].map((value) => ({ OTEL_TRACES_SAMPLER_ARG: value })),
  ],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=1,b=%20x' }],
    ['a', 'a=1,a=2', '=1'].map((value) => ({ OTEL_EXPORTER_OTLP_HEADERS: value })),
  ],
  [
    'SVC_SMTP_URL',
    ['smtp://mail.example.org?tls=none', 'smtps://u:p@mail.example.org:465', 'smtp://mail.example.org'].map(
      (value) => ({
        ...mail,
        SVC_SMTP_URL: value,
      }),
    ),
    ['http://mail.example.org', 'smtp://u:p@mail.example.org?tls=none', 'smtp://mail.example.org?x=1'].map((value) => ({
      ...mail,
      SVC_SMTP_URL: value,
    })),
  ],
  [
    'SVC_SMTP_FROM',
    [mail, { ...mail, SVC_SMTP_FROM: 'Watchfloor <watchfloor@example.org>' }],
    [{ SVC_SMTP_URL: mail.SVC_SMTP_URL }, { ...mail, SVC_SMTP_FROM: 'Watchfloor' }],
  ],
  ['SVC_BASE_URL', [{ ...production, ...mail, SVC_BASE_URL: 'https://w.example.org' }], [{ ...production, ...mail }]],
  [
    'SVC_MCP_AUTHORIZATION_SERVERS',
    [{ SVC_MCP_AUTHORIZATION_SERVERS: servers, SVC_BASE_URL: 'https://w.example.org' }],
    [
      { SVC_MCP_AUTHORIZATION_SERVERS: servers },
      { SVC_MCP_AUTHORIZATION_SERVERS: `${servers}?x=1`, SVC_BASE_URL: 'https://w.example.org' },
      { SVC_MCP_AUTHORIZATION_SERVERS: 'http://auth.example.org', SVC_BASE_URL: 'https://w.example.org' },
    ],
  ],
  ['SVC_AI_MODEL', [model], [{ SVC_AI_BASE_URL: model.SVC_AI_BASE_URL }]],
  ['SVC_AI_BASE_URL', [model], [{ SVC_AI_MODEL: 'small' }, { ...model, SVC_AI_BASE_URL: 'models.example.org' }]],
  ['SVC_OPENSKY_CLIENT_SECRET', [opensky], [{ SVC_OPENSKY_CLIENT_ID: 'id' }, { SVC_OPENSKY_CLIENT_SECRET: 'secret' }]],
  [
    'SVC_SEC_USER_AGENT',
    [{ SVC_SEC_USER_AGENT: 'Example Ltd admin@example.com' }, { SVC_SEC_USER_AGENT: `a@b.org ${'x'.repeat(142)}` }],
    ['Example Ltd', `a@b.org ${'x'.repeat(143)}`, 'Exämple a@b.org'].map((value) => ({ SVC_SEC_USER_AGENT: value })),
  ],
  [
    'SVC_MARKETS_PROVIDERS',
    [{ SVC_MARKETS_PROVIDERS: 'simulator' }],
    ['simulator,simulator', 'nobody'].map((value) => ({ SVC_MARKETS_PROVIDERS: value })),
  ],
  [
    'SVC_MARKETS_EVENT_SYMBOLS',
    [{ SVC_MARKETS_EVENT_SYMBOLS: 'aapl.us,EURUSD.FOREX,BTC-USD.CC' }],
    ['AAPL', 'AAPL.US,x y'].map((value) => ({ SVC_MARKETS_EVENT_SYMBOLS: value })),
  ],
  [
    'SVC_SANCTIONS_SOURCES',
    ['none', 'simulator', 'ofac,opensanctions', 'file:/lists/own.csv', 'https://lists.example.org/own.csv'].map(
      (value) => ({
        SVC_SANCTIONS_SOURCES: value,
      }),
    ),
    ['none,ofac', 'ofac,ofac', 'else', 'file:', 'ftp://x'].map((value) => ({ SVC_SANCTIONS_SOURCES: value })),
  ],
];

for (const [name, accepted, rejected] of cases)
  test(`${name} is accepted in each of its forms and rejected in others`, async (t) => {
    for (const settings of accepted) t.deepEqual(await problemsOf(settings), [], JSON.stringify(settings));
    for (const settings of rejected) {
      const problems = await problemsOf(settings);
      t.true(
        problems.some((problem) => problem.startsWith(name)),
        `${JSON.stringify(settings)} ${problems}`,
      );
    }
  });
