import { readFileSync } from 'node:fs';
import test from 'ava';
import { foldText } from '../../../src/features/osint/names/fold-text.js';
import { matchNames } from '../../../src/features/osint/names/match-names.js';
import { NameIndex } from '../../../src/features/osint/names/name-index.js';
import { readName } from '../../../src/features/osint/names/name-parts.js';
import type { NameKind } from '../../../src/features/osint/names/name-words.js';
import { consonants, editBudget } from '../../../src/features/osint/names/part-similarity.js';
import { matchesRecording } from '../../support/recorded.js';

interface Pair {
  type: 'person' | 'organisation' | 'vessel';
  query: string;
  candidate: string;
}

const { pairs }: { pairs: Pair[] } = JSON.parse(readFileSync('test/fixtures/osint/name-pairs.json', 'utf8'));
const kindOf = ({ type }: Pair): NameKind => (type === 'organisation' ? 'organization' : type);

test('scores of names and their reasons equal the recorded ones', (t) => {
  const rows = new Map<string, unknown>();
  for (const pair of pairs) {
    const kind = kindOf(pair);
    const { score, reasons } = matchNames(readName(pair.query, kind), readName(pair.candidate, kind), kind);
    rows.set(`${pair.query} ~ ${pair.candidate} (${kind})`, [
      score,
      reasons.map(({ code, parts }) => [code, ...parts]),
    ]);
  }
  matchesRecording(t, 'name-scores', rows);
});

test('the index finds names and sorts them as recorded', async (t) => {
  const rows = new Map<string, unknown>();
  const index = await NameIndex.of(pairs.map((pair, owner) => ({ text: pair.candidate, kind: kindOf(pair), owner })));
  for (const [number, pair] of pairs.entries()) {
    if (number % 3 > 0) continue;
    const [first = ''] = pair.query.split(' ');
    rows.set(`${number} ${pair.query}`, [
      index.find(pair.query, { kinds: [kindOf(pair)], limit: 5 }).map(({ owner, score }) => [owner, score]),
      index.find(first, { kinds: [kindOf(pair)], limit: 3 }).map(({ owner, score }) => [owner, score]),
      foldText(pair.query),
      consonants(foldText(first)),
      editBudget(first),
    ]);
  }
  matchesRecording(t, 'name-index', rows);
});
