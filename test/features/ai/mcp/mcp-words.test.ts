import test from 'ava';
import { firstSentences } from '../../../../src/features/ai/mcp/mcp-words.js';

test('a description is shortened to whole sentences that say something to a model', (t) => {
  const text = 'Lists vessels. Returns GeoJSON on request. Names are current. Positions are never extrapolated.';
  t.is(firstSentences(text, 100), 'Lists vessels. Names are current. Positions are never extrapolated.');
  t.is(firstSentences(text, 66), 'Lists vessels. Names are current. Positions are never extrapolated.'.slice(0, 33));
  t.is(firstSentences(text, 67), 'Lists vessels. Names are current. Positions are never extrapolated.');
});

test('a long sentence ends at a word in the second half of the length, otherwise within a word', (t) => {
  t.is(firstSentences('Vessels at anchor off the port', 20), 'Vessels at anchor…');
  t.is(firstSentences('Ten bytes, beyondthelengththatisallowed', 20), 'Ten bytes…');
  t.is(firstSentences('Eight888 beyondthelengththatisallowed', 20), 'Eight888 beyondthele…');
  t.is(firstSentences('beyondthelengththatisallowed', 20), 'beyondthelengththati…');
});
