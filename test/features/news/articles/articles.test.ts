import 'reflect-metadata';
import test from 'ava';
import { Database } from '../../../../src/database/database.js';
import { RuleSources } from '../../../../src/features/alerts/alerts.api.js';
import { analyzeArticle } from '../../../../src/features/news/analysis/analyze-article.js';
import type { NewArticle, ParsedArticle } from '../../../../src/features/news/article.js';
import { ClusteringRepository } from '../../../../src/features/news/clusters/clustering.repository.js';
import { ArticleIntakeRepository } from '../../../../src/features/news/intake/article-intake.repository.js';
import { ArticleIntake } from '../../../../src/features/news/intake/article-intake.service.js';
import type { StoredArticle } from '../../../../src/features/news/intake/stored-article.js';
import { NewsApi } from '../../../../src/features/news/news.api.js';
import { HOUR_MS, MINUTE_MS } from '../../../../src/time/durations.js';
import { uuidV7 } from '../../../../src/time/uuid-v7.js';
import { isProblem } from '../../../support/is-problem.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';
import { until } from '../../../support/upstream-for.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

let count = 0;
const article = (title: string, values: Partial<ParsedArticle> = {}): NewArticle => {
  count += 1;
  const parsed: ParsedArticle = {
    externalId: `article-${count}`,
    url: `https://news.example/${count}?utm_source=rss`,
    title,
    summary: null,
    text: null,
    author: null,
    publishedAt: new Date(service.clock.now() - count * 1_000),
    declaredLanguage: 'en',
    sourceName: 'Example News',
    owner: `owner-${count}.example`,
    tier: 2,
    sourceCountry: 'GB',
    sourceSymbols: [],
    position: null,
    providerSentiment: null,
    ...values,
  };
  return { ...parsed, ...analyzeArticle(parsed) };
};
const store = (articles: NewArticle[], ownerId: string | null = null) =>
  service.services.get(ArticleIntake).store({ provider: 'rss', feedId: null, ownerId }, articles);
const titles = async (client: TestClient, path: string): Promise<string[]> => {
  const { status, json } = await client.get(path);
  return status === 200 ? json.items.map(({ title }: { title: string }) => title) : [`${status}`];
};

test('articles are listed by words, instrument, country, place, language, source and time', async (t) => {
  const ada = await service.signedIn();
  const tanker = 'Zephyria tanker seized near Bandar Abbas, Iran says';
  const shares = 'Zephyria: Shell shares fall after tanker seizure';
  const german = 'Zephyria meldet: der Bundestag stimmt heute über den Haushalt ab';
  await store([
    article(tanker, { sourceName: 'Harbour Post' }),
    article(shares),
    article(german, { declaredLanguage: 'de', publishedAt: new Date(service.clock.now() - 5 * HOUR_MS) }),
  ]);
  const list = (query: string) => titles(ada, `/news?q=zephyria&${query}`);
  t.deepEqual(await list('order=asc'), [german, shares, tanker]);
  t.deepEqual(await list(''), [tanker, shares, german]);
  t.deepEqual(await titles(ada, '/news?q=zephyria+-shell+tanker'), [tanker]);
  t.deepEqual(await list('symbol=shel.lse'), [shares]);
  t.deepEqual(await list('entity=symbol:SHEL.LSE'), [shares]);
  t.deepEqual(await list('country=ir'), [tanker]);
  t.deepEqual(await list('bbox=50,20,60,30'), [tanker]);
  t.deepEqual(await list('bbox=170,20,60,30'), [tanker]);
  t.deepEqual(await list('bbox=170,20,-170,30'), []);
  t.deepEqual(await list('language=de,fr'), [german]);
  t.deepEqual(await list('source=harbour%20post'), [tanker]);
  t.deepEqual(await list(`to=${new Date(service.clock.now() - 2 * HOUR_MS).toISOString()}`), [german]);
  t.deepEqual(await list('limit=1&fields=title'), [tanker]);
  const first = await ada.get('/news?q=zephyria&limit=2');
  t.deepEqual(await titles(ada, `/news?q=zephyria&limit=2&cursor=${first.json.nextCursor}`), [german]);
  t.deepEqual(await titles(ada, '/news?q=!!'), ['400']);
  t.deepEqual(await titles(ada, '/news?bbox=1,50,2,40'), ['400']);
});

test('an article has its text, and as GeoJSON its most certain place', async (t) => {
  const ada = await service.signedIn();
  const [stored] = await store([
    article('Quorvath fire near Rotterdam', { text: 'Smoke rises over the port of Rotterdam.', summary: 'A fire.' }),
  ]);
  const { json } = await ada.get(`/news/${stored?.id}`);
  t.is(json.text, 'Smoke rises over the port of Rotterdam.');
  t.is(json.provenance.provider, 'rss');
  t.false(json.private);
  const { json: collection } = await ada.get('/news?q=quorvath&format=geojson');
  t.deepEqual(collection.features[0].geometry, { type: 'Point', coordinates: [4.479, 51.922] });
  const csv = await ada.get('/news?q=quorvath&format=csv');
  t.true(csv.text.startsWith('id,title,'));
});

test('reports of one story are a cluster that counts their independent owners, and a story that three owners report is an event', async (t) => {
  const ada = await service.signedIn();
  const title = 'Vellmora volcano erupts and closes the airport';
  const summaryOf = (owner: string) => `The correspondent of ${owner} saw ash above the crater and left the island.`;
  const report = (heading: string, owner: string, values: Partial<ParsedArticle> = {}) =>
    article(heading, { owner, summary: summaryOf(owner), ...values });
  await store([report(title, 'one.example', { publishedAt: new Date(service.clock.now() - 30 * MINUTE_MS) })]);
  t.is((await ada.get('/news?q=vellmora')).json.items[0].clusterId, null);
  await store([
    report(`${title} - Second News`, 'two.example', { tier: 1 }),
    report(title.toUpperCase(), 'one.example'),
  ]);
  await service.settle();
  t.deepEqual((await ada.get('/timeline?type=news.breaking&q=vellmora')).json.items, []);
  await store([
    report('Vellmora volcano erupts, closes the airport', 'three.example'),
    report(title, 'four.example', { summary: summaryOf('one.example') }),
  ]);
  await service.settle();
  const { json } = await ada.get('/news?q=vellmora&clustered=true');
  t.is(json.items.length, 1);
  const cluster = (await ada.get(`/news/clusters/${json.items[0].clusterId}`)).json;
  t.is(cluster.title, title);
  t.is(cluster.articleCount, 5);
  t.is(cluster.independentOwnerCount, 3);
  t.is(cluster.reprintCount, 1);
  t.is(cluster.corroboration, 0.82);
  t.is(cluster.articles.length, 5);
  t.deepEqual(cluster.publishers.map(({ owner }: { owner: string }) => owner).sort(), [
    'four.example',
    'one.example',
    'three.example',
    'two.example',
  ]);
  const [event] = (await ada.get('/timeline?type=news.breaking&q=vellmora')).json.items;
  t.is(event.data.clusterId, cluster.id);
  t.is(event.data.independentOwnerCount, 3);
  t.deepEqual((await titles(ada, '/news/clusters?minOwners=3')).includes(title), true);
  t.deepEqual((await titles(ada, '/news/clusters?minOwners=4')).includes(title), false);
});

test('articles of an account’s own feeds are visible to that account only, on every path', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  const title = 'Canarybird tanker Tesla shares surge near Bandar Abbas';
  const publicTitle = 'Harbourmaster reports quiet week along the whole coast';
  await store([article(publicTitle, { owner: 'p1.example' }), article(publicTitle, { owner: 'p2.example' })]);
  const [first] = await store(
    [article(title, { owner: 'a.example' }), article(`${title} today`, { owner: 'b.example' })],
    ada.accountId,
  );
  await store([article(`${publicTitle} (canarybird)`, { owner: 'c.example' })], ada.accountId);
  await service.settle();
  const own = (await ada.get('/news?q=canarybird')).json.items;
  t.is(own.length, 3);
  t.true(own.every((article: { private: boolean }) => article.private));
  const privateCluster = (await ada.get(`/news/${first?.id}`)).json.clusterId;
  t.is((await ada.get(`/news/clusters/${privateCluster}`)).json.articleCount, 2);
  const publicCluster = (await eve.get('/news?q=harbourmaster')).json.items[0].clusterId;
  t.is((await ada.get(`/news/clusters/${publicCluster}`)).json.articles.length, 3);
  t.is((await ada.get('/timeline?type=news.feed_published')).json.items.length, 3);
  const paths = [
    ...[
      '/news?q=canarybird',
      '/news?q=canarybird&clustered=true',
      '/news?entity=symbol:TSLA.US&limit=200',
      '/news?format=geojson&limit=200',
      '/news?format=csv&limit=200',
    ],
    ...[
      `/news/${first?.id}`,
      `/news/clusters/${privateCluster}`,
      `/news/clusters/${publicCluster}`,
      '/news/clusters?limit=200',
      '/news/trending?windowSeconds=900',
    ],
    ...[
      '/news/sentiment/TSLA.US',
      '/timeline?limit=200',
      '/timeline?q=canarybird',
      '/subscriptions',
      '/users/me/export',
    ],
  ];
  for (const path of paths) t.false(/canarybird/i.test((await eve.get(path)).text), path);
  isProblem(t, await eve.get(`/news/${first?.id}`), 404, 'not_found');
  isProblem(t, await eve.get(`/news/clusters/${privateCluster}`), 404, 'not_found');
  t.is((await eve.get(`/news/clusters/${publicCluster}`)).json.articleCount, 2);
  const articlesOf = async (client: TestClient) =>
    (await client.get('/news/sentiment/TSLA.US')).json.items.reduce(
      (sum: number, item: { articleCount: number }) => sum + item.articleCount,
      0,
    );
  t.is((await articlesOf(ada)) - (await articlesOf(eve)), 2);
});

test('a stream sends matching articles as they are stored, and resumes after the last one', async (t) => {
  const ada = await service.signedIn();
  const [before] = await store([article('Streamling one sails')]);
  await store([article('Streamling two sails to another harbour'), article('Unrelated report about parking in town')]);
  const stream = await ada.stream('/news/stream?q=streamling', { headers: { 'Last-Event-ID': before?.id ?? '' } });
  t.is(JSON.parse((await stream.next()).data).title, 'Streamling two sails to another harbour');
  await store([article('Other account streamling', {})], (await service.signedIn()).accountId);
  await store([article('Streamling three is at anchor')]);
  const next = await stream.next();
  t.is(JSON.parse(next.data).title, 'Streamling three is at anchor');
  t.is(next.id, JSON.parse(next.data).id);
  stream.close();
  isProblem(
    t,
    await ada.get('/news/stream', { headers: { 'Last-Event-ID': 'none' } }),
    400,
    'invalid_request',
    'header/Last-Event-ID',
  );
});

test('a stream resumed after an article sends those that waited until another process had stored it', async (t) => {
  const ada = await service.signedIn();
  const { services } = service;
  const database = services.get(Database);
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [known] = await store([article('Patienceline one is moored')]);
  const otherProcess = database.transaction(async () => {
    await services.get(ClusteringRepository).lock();
    locked.resolve();
    await release.promise;
    const own = article('Patienceline two of the other process is moored');
    const stored = { ...known, ...own, id: uuidV7(), sourceKey: 'other', pageKey: 'other' } as StoredArticle;
    await services.get(ArticleIntakeRepository).insert([stored]);
    return stored.id;
  });
  await locked.promise;
  const waiting = store([article('Patienceline three is moored')]);
  await until(
    async () =>
      (await database.query("select from pg_locks where locktype = 'advisory' and not granted")).rows.length > 0,
  );
  release.resolve();
  const stream = await ada.stream('/news/stream?q=patienceline', { headers: { 'Last-Event-ID': await otherProcess } });
  await waiting;
  await store([article('Patienceline four is moored')]);
  t.is(JSON.parse((await stream.next()).data).title, 'Patienceline three is moored');
  stream.close();
});

test('trends compare a window with the windows before it', async (t) => {
  const own = await startTestService();
  t.teardown(() => own.close());
  const ada = await own.signedIn();
  const save = (articles: NewArticle[]) =>
    own.services.get(ArticleIntake).store({ provider: 'rss', feedId: null, ownerId: null }, articles);
  const at = (hours: number) => new Date(own.clock.now() - hours * HOUR_MS);
  await save(
    Array.from({ length: 8 }, (_, hour) =>
      article(`Harbour notice number ${hour} of the day`, { publishedAt: at(hour + 0.5), owner: `x${hour}.example` }),
    ),
  );
  t.deepEqual((await ada.get('/news/trending?type=place')).json.items, []);
  await save(
    ['storm', 'flood', 'strike', 'fire'].map((word, index) =>
      article(`A ${word} hits Rotterdam: ${word} ${word}`, { publishedAt: at(index / 10), owner: `y${index}.example` }),
    ),
  );
  own.clock.advance(2 * MINUTE_MS);
  const [trend] = (await ada.get('/news/trending?type=place')).json.items;
  t.like(trend, {
    type: 'place',
    value: 'Rotterdam',
    articleCount: 4,
    ownerCount: 4,
    baselineArticleCount: 0,
    expectedCount: 0,
    score: 4,
  });
  const terms = (await ada.get('/news/trending?type=term')).json.items.map(({ value }: { value: string }) => value);
  t.false(terms.includes('harbour'));
});

test('sentiment has every bucket, and an image', async (t) => {
  const ada = await service.signedIn();
  await store([
    article('Renault shares surge to record high on strong growth'),
    article('Renault plunges as workers strike', { publishedAt: new Date(service.clock.now() - 30 * HOUR_MS) }),
  ]);
  const { json } = await ada.get('/news/sentiment/rno.pa?bucket=6h');
  t.is(json.symbol, 'RNO.PA');
  t.is(json.items.length, 57);
  t.is(json.items.filter(({ articleCount }: { articleCount: number }) => articleCount > 0).length, 2);
  t.true(json.items.at(-1).tone > 0.5);
  t.is(json.items.at(-1).positiveCount, 1);
  const svg = await ada.get('/news/sentiment/RNO.PA.svg?bucket=6h');
  t.true(svg.text.includes('RNO.PA – news sentiment'));
  isProblem(
    t,
    await ada.get('/news/sentiment/RNO.PA?bucket=1h&from=2020-01-01'),
    400,
    'invalid_request',
    'query/bucket',
  );
});

test('other features are notified of each stored article once', async (t) => {
  const heard: string[] = [];
  const end = service.services.get(NewsApi).listen((articles) => heard.push(...articles.map(({ title }) => title)));
  t.teardown(end);
  const once = article('Listener hears about the Wexling harbour fire');
  await store([once]);
  await store([once]);
  t.deepEqual(
    heard.filter((title) => title === once.title),
    [once.title],
  );
});

test('rules with news_match conditions observe public articles, and no private ones', async (t) => {
  const observed: string[] = [];
  const source = service.services.get(RuleSources).find('news_match');
  const end = source?.start(
    () => ({}) as never,
    (observation) => observed.push(observation.kind === 'article' ? observation.ownerKey : observation.kind),
  );
  t.teardown(() => end?.());
  await store([article('Rulewatcher storm hits the northern harbour', { owner: 'public.example' })]);
  await store(
    [article('Rulewatcher storm in a private feed', { owner: 'private.example' })],
    (await service.signedIn()).accountId,
  );
  t.true(observed.includes('public.example'));
  t.false(observed.includes('private.example'));
});
