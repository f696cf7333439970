// The CPU time of rejecting a hostile body of a megabyte: reading, parsing, and validation up to the problem response.
import 'reflect-metadata';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { Problem } from '../../src/api/problem.js';
import type { DtoClass } from '../../src/api/rules.js';
import { Credentials } from '../../src/features/auth/sign-in/credentials.dto.js';
import { NewGeofenceDto } from '../../src/features/geospatial/geofences/api/geofence.dto.js';
import { readJson } from '../../src/http/body.js';
import { validateBody } from '../../src/http/validation/validate.js';
import { hostileShapes, leastCpuMs } from '../../test/support/hostile-shapes.js';
import { sizesOf } from '../support/sizes.js';
import { printTable } from '../support/table.js';

const { tries: TRIES, enoughMs: ENOUGH_MS } = sizesOf({
  usual: { tries: 5, /** A body with at most this CPU time is not measured again, nor compared. */ enoughMs: 0.001 },
  smoke: { tries: 1, enoughMs: 100_000 },
});

async function refuse(dto: DtoClass, bytes: Buffer): Promise<void> {
  const req = Object.assign(Readable.from([bytes]), {
    headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) },
    complete: true,
  });
  try {
    validateBody(dto, await readJson({ req, state: {} } as unknown as Context, ['application/json']));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

for (const dto of [Credentials, NewGeofenceDto]) {
  const costs: Array<[what: string, ms: number]> = [];
  for (const { what, body } of hostileShapes(dto)) {
    const bytes = Buffer.from(body);
    costs.push([what, await leastCpuMs(() => refuse(dto, bytes), ENOUGH_MS, TRIES)]);
  }
  costs.sort(([, one], [, other]) => other - one);
  console.log(`\n${dto.name}: the dearest of ${costs.length} bodies, least of ${TRIES} tries`);
  printTable(
    ['body', 'CPU ms'],
    costs.slice(0, 8).map(([what, ms]) => [what, ms.toFixed(1)]),
  );
}
