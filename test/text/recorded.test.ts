import test from 'ava';
import { extractEntities } from '../../src/extraction/extract-entities.js';
import { ethereumChecksum, isBase58Address, isBech32Address } from '../../src/extraction/wallet-address.js';
import { findPlaces } from '../../src/gazetteer/find-places.js';
import { highlightsIn, snippetOf } from '../../src/search/highlights.js';
import { parseQuery } from '../../src/search/parse-query.js';
import { QueryError } from '../../src/search/query-tokens.js';
import { textsOf } from '../../src/search/search-query.js';
import { matchesTexts } from '../../src/search/text-match.js';
import { allowedErrors, errorsIn } from '../../src/search/typing-errors.js';
import { canonicalUrl } from '../../src/text/canonical-url.js';
import { bareHeadline } from '../../src/text/headline.js';
import { minHash, signatureSimilarity } from '../../src/text/min-hash.js';
import { fold, wordsOf } from '../../src/text/words.js';
import { matchesRecording } from '../support/recorded.js';

const TEXTS: readonly string[] = [
  'Oil tanker seized in the Strait of Hormuz, Iranian media say - Reuters',
  'UPDATE 2-Oil tanker seized near Hormuz, says Iran | Reuters',
  'Breaking: Maersk ship MAERSK ALABAMA (IMO 9164263, MMSI 367123450) attacked off Somalia',
  'Exclusive: Apple (AAPL) to buy Siemens for $4.5 billion, sources say — Financial Times',
  'Live updates: earthquake of magnitude 7.1 near Ishinomaki, Japan; tsunami warning lifted',
  'CVE-2024-3094 in xz: patch now, CISA says. Contact security@example.com or +31 20 123 4567',
  'Wallets 0x52908400098527886E0F7030069857D2E4169EE7 and bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 sanctioned',
  'Flight BA117 from London Heathrow to New York JFK diverted to Shannon; squawk 7700 at FL350',
  'Hafen von Rotterdam: Streik legt Containerterminals in Zürich, Köln und São Paulo nicht lahm',
  'Visit https://www.example.com/a/b?utm_source=x&id=3#top and http://198.51.100.7:8080/x or see example.org',
  'Paris, Texas is not Paris, France; Georgia may be a state or a country, and Jordan a person',
  'Container ship Ever Given (353136000) freed from Suez Canal after six days – BBC News',
  'Watch: Putin and Xi meet in Samarkand (video)',
  'Opinion | The Fed should cut rates by 25bp, not 50bp',
  'DE89370400440532013000 and DE0007164600 are an IBAN and an ISIN; US0378331005 too, US0378331006 not',
  '',
  'a',
  'NATO, EU and the UN discuss Ukraine at 52.37N 4.90E and 40°41′21″N 74°02′40″W',
];

const QUERIES: readonly string[] = [
  'ever given',
  '"red sea" tanker',
  'tanker -"red sea" -lng',
  'a b OR c (d OR e)',
  'type:vessel flag:nl',
  'type:vessel,article',
  'speed:>10 length:100..200',
  'speed:<=3.5',
  'magnitude:5..',
  'severity:..3',
  'from:2026-11-01 to:2026-11-20',
  'from:2026-11-01T10:00:00Z',
  'near:51.5,0.1,20km',
  'near:51.5,0.1,10nm port',
  'near:91,0,10km',
  'oil*',
  'flag:',
  'unknown:field',
  '(a OR b',
  'a)',
  '"open phrase',
  '-',
  'OR',
  'a OR',
  'not a',
  '((((((a))))))',
  '(((((a)))))',
  `${'a '.repeat(20)}`,
  `${'a '.repeat(21)}`,
  `${'x'.repeat(512)}`,
  `${'x'.repeat(513)}`,
  '',
  '   ',
  'Zürich são-paulo',
  'speed:abc',
  'from:2026-13-01',
  'tone:-3..3',
  'source:reuters -country:RU',
];

test('entities, places and words of texts equal the recorded ones', (t) => {
  const rows = new Map<string, unknown>();
  for (const text of TEXTS)
    rows.set(text, {
      entities: extractEntities(text),
      places: findPlaces(text).places.map(({ place, start, end, confidence }) => [
        [place.name, place.kind, place.country, place.lat, place.lon],
        [start, end, confidence],
      ]),
      countries: findPlaces(text).countries.map((country) => Object.values(country)),
      words: wordsOf(text).map((word) => Object.values(word)),
      bare: bareHeadline(text),
      folded: fold(text),
    });
  for (const address of [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x52908400098527886e0F7030069857D2E4169EE7',
    '0x52908400098527886e0f7030069857d2e4169ee7',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ])
    rows.set(address, [
      isBase58Address(address),
      isBech32Address(address),
      address.startsWith('0x') && ethereumChecksum(address),
    ]);
  for (const url of [
    'https://www.Example.com:443/a/../b/?utm_source=x&b=2&a=1#top',
    'http://example.com/index.html?fbclid=1',
    'https://m.example.com/a//b/',
    'https://example.com/amp/story?ref=home',
    'ftp://example.com/a',
    'not a url',
    'https://user:secret@example.com/',
    'https://xn--mnchen-3ya.example/?q=%7Ea',
  ])
    rows.set(url, canonicalUrl(url));
  matchesRecording(t, 'texts', rows);
});

test('similarities of texts equal the recorded ones', (t) => {
  const rows = new Map<string, unknown>();
  const signatures = TEXTS.map((text) => minHash(text));
  for (const [index, one] of signatures.entries())
    rows.set(`${index}`, [Array.from(one.slice(0, 4)), ...signatures.map((other) => signatureSimilarity(one, other))]);
  for (const word of ['a', 'oil', 'port', 'tanker', 'container', 'rotterdam', 'earthquakes'])
    rows.set(word, [
      allowedErrors(word),
      ...['', 'x', 'oli', 'tankre', 'tankers', 'contaner', 'rotterdm', 'roterdm', 'earthquake'].flatMap((other) => [
        errorsIn(word, other, false) ?? -1,
        errorsIn(word, other, true) ?? -1,
      ]),
    ]);
  matchesRecording(t, 'text-similarity', rows);
});

test('parsed queries, their results and their highlights equal the recorded ones', (t) => {
  const rows = new Map<string, unknown>();
  for (const text of QUERIES) {
    const name = text.length > 60 ? `${text.length} characters ${text.slice(0, 2)}` : text;
    try {
      const query = parseQuery(text, { timeZone: 'Europe/Amsterdam', types: ['vessel', 'article'] });
      const terms = textsOf(query);
      rows.set(name, {
        query,
        found: TEXTS.map((one) => {
          const words = wordsOf(one).map((word) => fold(word.text));
          return [matchesTexts(query, words, 'exact') ? 1 : 0, matchesTexts(query, words, 'similar') ? 1 : 0];
        }).join(' '),
        marked: TEXTS.flatMap((one) =>
          highlightsIn(one, terms).length === 0 ? [] : [[snippetOf(one, terms), highlightsIn(one, terms)]],
        ),
      });
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      rows.set(name, [error.at, error.detail]);
    }
  }
  matchesRecording(t, 'search-queries', rows);
});
