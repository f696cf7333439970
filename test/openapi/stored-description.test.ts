import test from 'ava';
import { withServer } from '../../src/openapi/server-address.js';
import { storedDescription } from '../../src/openapi/stored-description.js';
import { describe } from '../../src/process/app-description.js';
import { longestTurn } from '../support/longest-turn.js';

for (const production of [true, false])
  test(`the description that the build stores is the one of the application, in ${production ? 'production' : 'development'}`, async (t) => {
    const options = { production, server: 'https://watch.example.org' };
    const stored = storedDescription(options)?.();
    const built = withServer(await describe({ production }), options);
    t.true(JSON.stringify(stored) === JSON.stringify(built), 'Build again: `npm run build`.');
    t.is(stored?.servers.length, 2);
  });

test('the stored description is read in turns of at most 12 ms of CPU time', async (t) => {
  // A busy machine may need longer for one of them; reading the whole text at once takes 13 to 40 ms.
  const turns: number[] = [];
  for (let round = 0; round < 3; round += 1)
    turns.push(await longestTurn(async () => storedDescription({ production: false })?.prepare()));
  t.true(Math.min(...turns) < 12, `${turns.map((ms) => ms.toFixed(1))} ms`);
});
