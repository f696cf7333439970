import test from 'ava';
import { type ClusterMember, summarize } from '../../../../src/features/news/clusters/cluster-summary.js';

const member = (values: Partial<ClusterMember> & { minute: number }): ClusterMember => ({
  title: `Title ${values.minute}`,
  summary: null,
  owner: 'a.example',
  tier: 2,
  provider: 'rss',
  language: 'en',
  symbols: [],
  entities: [],
  countries: [],
  places: [],
  publishedAt: new Date(values.minute * 60_000),
  ...values,
});
const TEXT =
  'The tanker was on its way to Fujairah when armed men came aboard, according to shipping sources in the region.';

test('owners are counted, not articles, and the corroboration is 1 less the product of their doubts', (t) => {
  const cluster = summarize([
    member({ minute: 3, owner: 'b.example', tier: 1 }),
    member({ minute: 1 }),
    member({ minute: 5, tier: 3 }),
  ]);
  t.is(cluster.articles, 3);
  t.is(cluster.independentOwners, 2);
  t.is(cluster.title, 'Title 1');
  t.deepEqual(
    cluster.reports.map(({ owner, articles, tier, weight }) => ({ owner, articles, tier, weight })),
    [
      { owner: 'a.example', articles: 2, tier: 2, weight: 0.4 },
      { owner: 'b.example', articles: 1, tier: 1, weight: 0.5 },
    ],
  );
  t.is(cluster.corroboration, 0.7);
});

test('an owner with the text of an earlier one adds no corroboration', (t) => {
  const cluster = summarize([
    member({ minute: 1, summary: TEXT }),
    member({ minute: 2, owner: 'b.example', summary: ` ${TEXT.toUpperCase()}` }),
  ]);
  t.deepEqual(
    cluster.reports.map(({ isCopy }) => isCopy),
    [false, true],
  );
  t.is(cluster.independentOwners, 1);
  t.is(cluster.corroboration, 0.4);
});

test('a summary that equals the beginning of an earlier one is a copy, and so is an equal title of five words if a summary is missing', (t) => {
  const title = 'Tanker seized by armed men';
  const copies = (...members: ClusterMember[]) => summarize(members).reports.map(({ isCopy }) => isCopy);
  const second = { minute: 2, owner: 'b.example' };
  t.deepEqual(copies(member({ minute: 1, summary: TEXT }), member({ ...second, summary: TEXT.slice(0, 70) })), [
    false,
    true,
  ]);
  t.deepEqual(copies(member({ minute: 1, summary: TEXT }), member({ ...second, summary: TEXT.slice(0, 50) })), [
    false,
    false,
  ]);
  t.deepEqual(
    copies(member({ minute: 1, title, summary: TEXT }), member({ ...second, title: `${title} - Example News` })),
    [false, true],
  );
  t.deepEqual(
    copies(
      member({ minute: 1, title, summary: TEXT }),
      member({ ...second, title, summary: TEXT.replace('The tanker', 'The Talara, a tanker,') }),
    ),
    [false, false],
    'two newsrooms may find the same title',
  );
  const short = 'Tanker seized by men';
  t.deepEqual(copies(member({ minute: 1, title: short }), member({ ...second, title: short })), [false, false]);
});

test('a cluster is simulated if all of its articles are', (t) => {
  t.true(summarize([member({ minute: 1, provider: 'simulator' })]).simulated);
  t.false(summarize([member({ minute: 1, provider: 'simulator' }), member({ minute: 2 })]).simulated);
});

test('the most certain place is that of the cluster, and lists have the most frequent values first', (t) => {
  const place = (name: string, confidence: number) => ({ name, country: null, lat: 1, lon: 2, confidence });
  const cluster = summarize([
    member({ minute: 1, places: [place('Suez', 0.6)], symbols: ['BP.LSE'] }),
    member({ minute: 2, places: [place('Port Said', 0.9)], symbols: ['SHEL.LSE', 'BP.LSE'] }),
    member({ minute: 3, symbols: ['SHEL.LSE'] }),
    member({ minute: 4, symbols: ['SHEL.LSE'] }),
  ]);
  t.is(cluster.place?.name, 'Port Said');
  t.deepEqual(cluster.symbols, ['SHEL.LSE', 'BP.LSE']);
});
