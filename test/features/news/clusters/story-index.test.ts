import test from 'ava';
import { headlineKeys } from '../../../../src/features/news/analysis/analyze-article.js';
import { type IndexedArticle, StoryIndex } from '../../../../src/features/news/clusters/story-index.js';
import { HOUR_MS } from '../../../../src/time/durations.js';

let ids = 0;
const article = (
  title: string,
  { hours = 0, owner = 'a.example', ownerId = null as string | null, sentence = null as string | null } = {},
): IndexedArticle => {
  ids += 1;
  return {
    id: String(ids).padStart(8, '0'),
    ownerId,
    owner,
    publishedAt: new Date(hours * HOUR_MS),
    ...headlineKeys(title, sentence),
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

test('the comparison of a headline with many similar headlines can be done in steps, with the same result', (t) => {
  const index = new StoryIndex(1_024);
  const words = 'market closes higher as investors await the decision of the central bank on interest rates today in';
  const towns = 'Oslo Bern Rome Lima Doha Kyiv Baku Riga Cairo Delhi Tokyo Seoul Paris Lagos Accra'.split(' ');
  const title = (at: number) => `${towns[at % towns.length]} ${words} ${towns[(at * 7) % towns.length]} ${at}`;
  for (let at = 0; at < 600; at += 1) index.add(article(title(at), { owner: `${at}.example` }));
  const copy = article(`${title(311)} again`, { owner: 'z.example' });
  const steps = index.findInSteps(copy);
  let count = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) count += 1;
  t.true(count >= 100, `${count} steps`);
  t.is(step.value, index.find(copy));
  t.is(step.value?.lead.titleKey, article(title(311)).titleKey);
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

test('reports of one event in other words and languages are one story', (t) => {
  const index = new StoryIndex(256);
  const story = index.add(article('Earthquake of magnitude 6.4 kills 31 in Kermadesh', { owner: 'a.example' }));
  const find = (title: string) => index.find(article(title, { owner: 'b.example', hours: 1 }));
  t.is(find('At least 31 dead as 6.4 tremor hits Kermadesh'), story);
  t.is(find('Erdbeben der Stärke 6,4 in Kermadesh: 31 Tote'), story);
  t.is(find('Earthquake of magnitude 6.4 kills 31 in Ostravia'), undefined, 'another place');
  t.is(find('Kermadesh elects a new parliament after long dispute'), undefined, 'another event');
  t.is(find('Kermadesh quake of magnitude 5.1 damages school'), undefined, 'another magnitude');
});

test('headlines that share only a name are reports of one story if their first sentences show it', (t) => {
  const report = (hasSentence: boolean, title: string, sentence: string, owner: string) =>
    article(title, { owner, hours: 1, sentence: hasSentence ? sentence : null });
  for (const hasSentence of [false, true]) {
    const index = new StoryIndex(256);
    const story = index.add(
      report(
        hasSentence,
        'Hard times at planemaker Velmont',
        'Velmont will lay off 1,700 workers at its plant in Toulouse, chief executive Ada Brandt said.',
        'a.example',
      ),
    );
    const second = report(
      hasSentence,
      'Velmont chief swings the axe',
      'Some 1,700 jobs go at the Toulouse factory of the aircraft maker.',
      'b.example',
    );
    t.is(index.find(second), hasSentence ? story : undefined);
  }
});

test('a sentence in which the subject, the thing or the outcome is replaced is another story', (t) => {
  const pairs = [
    ['Corn falls to five-year low on large harvest', 'Wheat falls to five-year low on large harvest'],
    ['Germany sends tanks to Lithuania', 'Germany sends engineers to Lithuania'],
    ['Court approves sale of Delmar shipyard', 'Court rejects sale of Delmar shipyard'],
  ] as const;
  for (const [one, other] of pairs) {
    const index = new StoryIndex(256);
    index.add(article(one));
    t.is(index.find(article(other, { owner: 'b.example' })), undefined, other);
  }
  const index = new StoryIndex(256);
  const story = index.add(article('Armed men seize tanker Orion Star in Strait of Hormuz'));
  t.is(index.find(article('Armed men capture tanker Orion Star in Strait of Hormuz', { owner: 'b.example' })), story);
});

test('events of one kind at ships of different names are different stories, but reports of one ship are one', (t) => {
  const index = new StoryIndex(256);
  const story = index.add(article('Pirates board tanker Hellas Aphrodite off Somalia'));
  const find = (title: string) => index.find(article(title, { owner: 'b.example' }));
  t.is(find('Pirates board fishing vessel Al Shams off Somalia'), undefined);
  t.is(find('Hellas Aphrodite crew hide in citadel as pirates attack'), story);
});

test('one publication reports no story twice in other words', (t) => {
  const index = new StoryIndex(256);
  index.add(article('Earthquake of magnitude 6.4 kills 31 in Kermadesh'));
  t.is(index.find(article('At least 31 dead as 6.4 tremor hits Kermadesh', { hours: 1 })), undefined);
});

test('an article that left the index is not found any more', (t) => {
  const index = new StoryIndex(4);
  index.add(article('Earthquake of magnitude 6.4 kills 31 in Kermadesh'));
  const second = article('At least 31 dead as 6.4 tremor hits Kermadesh', { owner: 'b.example', hours: 1 });
  for (const topic of ['Banks', 'Ports', 'Farms']) index.add(article(`${topic} of Valdoria close for the holidays`));
  t.not(index.find(second), undefined);
  index.add(article('Mines of Valdoria close for the holidays'));
  t.is(index.find(second), undefined);
});
