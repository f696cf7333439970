import test from 'ava';
import { withServer } from '../../src/openapi/server-address.js';
import { storedDescription } from '../../src/openapi/stored-description.js';
import { describe } from '../../src/process/app-description.js';

for (const production of [true, false])
  test(`the description that the build stores is the one of the application, in ${production ? 'production' : 'development'}`, async (t) => {
    const options = { production, server: 'https://watch.example.org' };
    const stored = storedDescription(options)?.();
    const built = withServer(await describe({ production }), options);
    t.true(JSON.stringify(stored) === JSON.stringify(built), 'Build again: `npm run build`.');
    t.is(stored?.servers.length, 2);
  });
