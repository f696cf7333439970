import test, { type ExecutionContext } from 'ava';
import { IdentifierSources } from '../../../../src/features/markets/providers/identifier-source.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { LetteredRegister, leiOf } from '../../../support/entity-register.js';
import { isProblem } from '../../../support/is-problem.js';
import { DAY, serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

async function owning(t: ExecutionContext, register: LetteredRegister) {
  const service = await serviceFor(t, {
    replace: (services) => void services.set(IdentifierSources, new IdentifierSources(undefined, register)),
  });
  const ada = await service.signedIn();
  return { ...service, ada, owners: async (letter: string) => ada.get(`/osint/entities/${leiOf(letter)}/owners`) };
}

const names = (entities: Json[]) => entities.map(({ name }) => name.at(-1)).join('');

test('a company has its owners up to the top, the ultimate one and its subsidiaries', async (t) => {
  const { owners } = await owning(t, new LetteredRegister({ A: 'B', B: 'C', C: 'exception', D: 'A' }, { A: 'C' }));
  const { status, json } = await owners('A');
  t.is(status, 200);
  t.like(json, { chainEnd: 'exception', exception: 'NATURAL_PERSONS', subsidiaryCount: 1 });
  t.is(names(json.owners), 'BC');
  t.is(json.ultimateOwner.name, 'Company C');
  t.is(names(json.subsidiaries), 'D');
  t.like(json.provenance, { provider: 'gleif', stale: false, warnings: [], asOf: '2026-03-02T14:31:00.000Z' });
});

test('companies that own each other end the chain, as does its limit', async (t) => {
  const { owners } = await owning(t, new LetteredRegister({ A: 'B', B: 'C', C: 'A', S: 'S' }, { A: 'X' }));
  const { json } = await owners('A');
  t.like(json, { chainEnd: 'cycle', exception: null });
  t.is(names(json.owners), 'BC');
  t.regex(json.provenance.warnings[0], /not the last one/);
  t.like((await owners('S')).json, { chainEnd: 'cycle', owners: [] });
  const letters = [...'ABCDEFGHIJKLMNO'];
  const chain = Object.fromEntries(letters.map((letter, at) => [letter, letters[at + 1] ?? 'none']));
  const long = await owning(t, new LetteredRegister(chain));
  t.like((await long.owners('A')).json, { chainEnd: 'limit' });
  t.is(names((await long.owners('A')).json.owners), 'BCDEFGHIJK');
  const short = (await long.owners('E')).json;
  t.like(short, { chainEnd: 'not_reported', ultimateOwner: null });
  t.is(names(short.owners), 'FGHIJKLMNO');
});

test('an unknown LEI, and one with a wrong check digit, are a 404; a register that fails is a 503', async (t) => {
  const register = new LetteredRegister({ A: 'none' });
  const { owners, ada, clock, signedIn } = await owning(t, register);
  isProblem(t, await owners('B'), 404, 'not_found');
  const wrong = `${leiOf('A').slice(0, 19)}${(Number(leiOf('A').at(-1)) + 1) % 10}`;
  const mistyped = await ada.get(`/osint/entities/${wrong}/owners`);
  isProblem(t, mistyped, 404, 'not_found');
  t.regex(mistyped.json.detail, /mistyped/);
  isProblem(t, await ada.get('/osint/entities/short/owners'), 400, 'invalid_request');
  t.is((await owners('A')).status, 200);
  const calls = register.calls.length;
  await owners('A');
  t.is(register.calls.length, calls);
  register.failure = new UpstreamError('unreachable');
  clock.advance(2 * DAY);
  const later = await signedIn();
  t.true((await later.get(`/osint/entities/${leiOf('A')}/owners`)).json.provenance.stale);
  isProblem(t, await later.get(`/osint/entities/${leiOf('B')}/owners`), 503, 'unavailable');
});

test('simulated companies belong to groups and own subsidiaries', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  const symbols = [
    'SAP.XETRA',
    'AAPL.US',
    'MSFT.US',
    'TSLA.US',
    'NVDA.US',
    'KO.US',
    'JPM.US',
    'XOM.US',
    'BP.LSE',
    'MC.PA',
  ];
  const { json } = await ada.get(`/markets/identifiers/resolve?identifier=${symbols.join()}`);
  let [owned, owning] = [0, 0];
  for (const { entity } of json.items) {
    const found = (await ada.get(`/osint/entities/${entity.lei}/owners`)).json;
    t.like(found.provenance, { provider: 'simulator', warnings: [] });
    for (const other of found.subsidiaries) {
      const back = (await ada.get(`/osint/entities/${other.lei}/owners`)).json;
      t.is(back.owners[0].lei, entity.lei);
      t.deepEqual(back.owners.slice(1), found.owners);
    }
    if (found.owners.length > 0) owned += 1;
    if (found.subsidiaries.length > 0) owning += 1;
  }
  t.true(owned > 0 && owning > 0 && owned < symbols.length, `${owned} ${owning}`);
});
