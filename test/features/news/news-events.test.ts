import 'reflect-metadata';
import test from 'ava';
import { Database } from '../../../src/database/database.js';
import { EventLog } from '../../../src/events/event-log.js';
import { analyzeArticle } from '../../../src/features/news/analysis/analyze-article.js';
import type { NewArticle, ParsedArticle } from '../../../src/features/news/article.js';
import { NewArticles } from '../../../src/features/news/articles/new-articles.js';
import { ArticlePublication } from '../../../src/features/news/articles/publication.service.js';
import { ClusteringRepository } from '../../../src/features/news/clusters/clustering.repository.js';
import { ClusteringService } from '../../../src/features/news/clusters/clustering.service.js';
import { ArticleIntakeRepository } from '../../../src/features/news/intake/article-intake.repository.js';
import { ArticleIntake } from '../../../src/features/news/intake/article-intake.service.js';
import { NewsConfig } from '../../../src/features/news/news.config.js';
import { Clock } from '../../../src/time/clock.js';
import { HOUR_MS, MINUTE_MS } from '../../../src/time/durations.js';
import { AlertScene, alertsOf, startAlertService } from '../../support/alert-scene.js';
import type { TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startAlertService();
});
test.after.always(() => service.close());

const source = { provider: 'rss', feedId: null, ownerId: null };
/** Returns an article of this owner, by default published a minute ago. */
const article = (title: string, owner: string, ageMs = 60_000): NewArticle => {
  const parsed: ParsedArticle = {
    externalId: `${title} ${owner}`,
    url: null,
    title,
    summary: `Reporters of ${owner} have seen this themselves and say so in words of their own.`,
    text: null,
    author: null,
    declaredLanguage: 'en',
    sourceName: owner,
    owner,
    publishedAt: new Date(service.clock.now() - ageMs),
    tier: 2,
    sourceCountry: 'GB',
    sourceSymbols: [],
    position: null,
    providerSentiment: null,
  };
  return { ...parsed, ...analyzeArticle(parsed) };
};
const store = (title: string, ...owners: string[]) =>
  service.services.get(ArticleIntake).store(
    source,
    owners.map((owner) => article(title, owner)),
  );

test('a rule with a news_match condition fires when enough owners have published matching articles, and so does its backtest', async (t) => {
  const ada = await service.signedIn();
  const condition = { type: 'news_match', q: 'ferrolux -museum', windowSeconds: 3_600, minOwners: 2 };
  const made = await ada.post('/alerts/rules', { name: 'Ferrolux', condition });
  t.is(made.status, 201);
  await service.settle();
  const scene = await AlertScene.of(service);
  t.teardown(() => scene.stop());
  await scene.settle();
  await store('Ferrolux closes its smelter in the north', 'one.example');
  await store('Ferrolux museum opens its doors to visitors', 'two.example');
  await store('Cargo ship leaves the harbour of Varna', 'three.example');
  await scene.settle();
  t.deepEqual(await alertsOf(ada), [], 'one owner is not enough');
  await store('Workers protest against the end of Ferrolux', 'two.example');
  await scene.settle();
  t.deepEqual(
    (await alertsOf(ada)).map(({ state }) => state),
    ['firing'],
  );
  const published = service.clock.now() - 60_000;
  const range = { from: new Date(published - 3_600_000).toISOString(), to: new Date(published + 1).toISOString() };
  const tested = await ada.post('/alerts/rules/backtest', { ruleId: made.json.id, ...range });
  t.like(tested.json, { missing: [], alerts: [{ firedAt: new Date(published).toISOString() }] }, tested.text);
});

/** Subscribes to news. @returns a function that returns the events of the story with this title */
async function reportsOf(title: string): Promise<() => Promise<string[]>> {
  const ada = await service.signedIn();
  const delivery = { channel: 'stream' };
  const { json } = await ada.post('/subscriptions', { name: 'News', eventTypes: ['news.*'], delivery });
  await service.settle();
  return async () => {
    await service.settle();
    const { items } = (await ada.get(`/subscriptions/${json.id}/events?limit=200`)).json;
    const clusters = items.filter(
      ({ data }: { data: { clusterId?: string; title: string } }) => data.clusterId && data.title === title,
    );
    return clusters.map(
      ({ type, data }: { type: string; data: { independentOwnerCount: number } }) =>
        `${type} ${data.independentOwnerCount}`,
    );
  };
}

test('a story whose latest report is older than six hours is breaking news when it is reported again', async (t) => {
  const title = 'Aldermoor bridge closes after cracks are found in its pillars';
  const reported = await reportsOf(title);
  const old = (...owners: string[]) =>
    service.services.get(ArticleIntake).store(
      source,
      owners.map((owner) => article(title, owner, 6 * HOUR_MS + MINUTE_MS)),
    );
  await old('one.example', 'two.example', 'three.example');
  await old('four.example', 'five.example');
  t.deepEqual(await reported(), []);
  await store(title, 'six.example');
  t.deepEqual(await reported(), ['news.breaking 6']);
  await store(title, 'seven.example', 'eight.example', 'nine.example', 'ten.example');
  t.deepEqual(await reported(), ['news.breaking 6', 'news.cluster_growing 10']);
});

test('a subscription to news.* receives breaking news on its pull feed, and again when more owners report it', async (t) => {
  const title = 'Brennivale dam bursts after a week of heavy rain';
  const reported = await reportsOf(title);
  await store(title, 'one.example', 'two.example');
  t.deepEqual(await reported(), []);
  await store(title, 'three.example', 'four.example');
  t.deepEqual(await reported(), ['news.breaking 4']);
  await store(title, 'five.example');
  t.deepEqual(await reported(), ['news.breaking 4', 'news.cluster_growing 5']);
});

test('after a restart the index of stories is read from the database, and the next copy joins the cluster', async (t) => {
  const { services } = service;
  const ada = await service.signedIn();
  const title = 'Osterholm observatory discovers a comet on its way to the sun';
  const [first] = await store(title, 'one.example', 'two.example');
  const clusterOf = async (id = '') => (await ada.get(`/news/${id}`)).json.clusterId as string | null;
  const restarted = new ArticleIntake(
    services.get(ArticleIntakeRepository),
    services.get(Database),
    services.get(NewsConfig),
    services.get(Clock),
    new ClusteringService(services.get(ClusteringRepository), services.get(EventLog), services.get(Clock)),
    services.get(ArticlePublication),
    services.get(NewArticles),
  );
  const [copy] = await restarted.store(source, [article(`${title} - Third News`, 'three.example')]);
  const [other] = await restarted.store(source, [
    article('Parliament of Osterholm passes its budget at last', 'three.example'),
  ]);
  t.not(await clusterOf(first?.id), null);
  t.is(await clusterOf(copy?.id), await clusterOf(first?.id));
  t.is(await clusterOf(other?.id), null);
  t.is((await ada.get(`/news/clusters/${await clusterOf(first?.id)}`)).json.independentOwnerCount, 3);
});
