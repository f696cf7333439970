import test from 'ava';
import { headlineKeys } from '../../../../src/features/news/analysis/analyze-article.js';
import { type IndexedArticle, StoryIndex } from '../../../../src/features/news/clusters/story-index.js';
import { HOUR_MS } from '../../../../src/time/durations.js';

let ids = 0;
const article = (
  title: string,
  { hours = 0, owner = 'a.example', ownerId = null as string | null } = {},
): IndexedArticle => {
  ids += 1;
  return {
    id: String(ids).padStart(8, '0'),
    ownerId,
    owner,
    publishedAt: new Date(hours * HOUR_MS),
    ...headlineKeys(title),
  };
};
const TITLE = 'Oil tanker seized in Strait of Hormuz as talks stall';

test('reports of a story within 72 hours find it', (t) => {
  const index = new StoryIndex(256);
  const first = article(TITLE);
  const story = index.add(first);
  t.is(index.find(article(`${TITLE} - Example`, { hours: 71, owner: 'b.example' })), story);
  t.is(index.find(article(TITLE, { hours: 73, owner: 'b.example' })), undefined);
  t.is(index.find(article('Central bank holds rates steady for third meeting', { owner: 'b.example' })), undefined);
});

test('one publication reports a story twice only within a day and in nearly the same words', (t) => {
  const index = new StoryIndex(256);
  const story = index.add(article('Weather for the week in the northern valleys'));
  t.is(index.find(article('Weather for the week in the southern valleys')), undefined);
  t.is(index.find(article('Weather for the week in the northern valleys', { hours: 48 })), undefined);
  t.is(index.find(article('Weather for the week in the northern valleys', { hours: 2 })), story);
});

test('a chain of similar headlines does not lead to a different story', (t) => {
  const index = new StoryIndex(256);
  const first = index.add(article('Storm closes harbour, airport and main railway line in capital'));
  const second = article('Storm closes harbour, airport and railway in capital region today', { owner: 'b.example' });
  t.is(index.find(second), first);
  index.add(second, first);
  t.is(
    index.find(article('Storm closes schools, museums and railway in capital region today', { owner: 'c.example' })),
    undefined,
  );
});

test('a private article joins public clusters and its own, and public articles do not join private stories', (t) => {
  const index = new StoryIndex(256);
  const story = index.add(article(TITLE));
  const own = article(TITLE, { owner: 'b.example', ownerId: 'ada' });
  t.is(index.find(own), undefined, 'two articles of which one is private make no public cluster');
  story.clusterId = 'cluster';
  t.is(index.find(own), story);
  const other = new StoryIndex(256);
  const priv = other.add(own);
  t.is(other.find(article(TITLE)), undefined);
  t.is(other.find(article(TITLE, { owner: 'c.example', ownerId: 'eve' })), undefined);
  t.is(other.find(article(TITLE, { owner: 'c.example', ownerId: 'ada' })), priv);
});

test('the same articles in the same order give the same stories', (t) => {
  const titles = [
    TITLE,
    `${TITLE} again`,
    'Storm closes harbour in capital',
    'Storm closes harbour in the capital today',
    TITLE.toUpperCase(),
  ];
  const clusters = () => {
    const index = new StoryIndex(256);
    return titles.map((title, at) => {
      const one = article(title, { owner: `${at}.example` });
      return titles.indexOf(index.add(one, index.find(one)).lead.titleKey);
    });
  };
  t.deepEqual(clusters(), clusters());
});
