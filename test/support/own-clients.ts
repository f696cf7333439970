import type { Owner, Seed } from './seeds.js';
import type { TestService } from './test-service.js';

/** The id that is the example in paths with two ids. */
const EXAMPLE_ID = '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901';

/** Creates a client of the account, with a mandate. */
const client = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/clients', { name: 'Ada', currency: 'EUR' });
  await owner.put(`/clients/${json.id}/mandate`, { minCashWeight: 0.1 });
  const isThere = async () => {
    const [own, mandate, notes] = await Promise.all(
      ['', '/mandate', '/notes'].map(async (path) => (await owner.get(`/clients/${json.id}${path}`)).json),
    );
    return own.version === 1 && mandate.version === 1 && notes.items.length === 0;
  };
  return { id: json.id, isThere };
};

/** Creates a client with a note whose id is the example in the path. */
const clientNote = async (owner: Owner, { database, clock }: TestService): Promise<Seed> => {
  const { id } = (await owner.post('/clients', { name: 'Ada', currency: 'EUR' })).json;
  await database.database.query(
    `insert into client_notes (id, client_id, title, created_at, updated_at) values ($1, $2, 'Review', $3, $3)
     on conflict (id) do update set client_id = $2, version = 1`,
    [EXAMPLE_ID, id, new Date(clock.now())],
  );
  return { id, isThere: async () => (await owner.get(`/clients/${id}/notes`)).json.items[0]?.version === 1 };
};

/** Creates a client, and a portfolio whose id is the example in the path; linked if `isLinked`. */
const clientPortfolio =
  (isLinked: boolean) =>
  async (owner: Owner, { database, clock }: TestService): Promise<Seed> => {
    const { id } = (await owner.post('/clients', { name: 'Ada', currency: 'EUR' })).json;
    const now = new Date(clock.now());
    await database.database.query('delete from portfolios where id = $1', [EXAMPLE_ID]);
    await database.database.query(
      `insert into portfolios (id, account_id, name, kind, base_currency, lot_method, tracks_cash, created_at, updated_at)
       values ($1, $2, 'Savings', 'client', 'EUR', 'fifo', true, $3, $3)`,
      [EXAMPLE_ID, owner.accountId, now],
    );
    if (isLinked) await owner.put(`/clients/${id}/portfolios/${EXAMPLE_ID}`, undefined);
    const isThere = async () => (await owner.get(`/clients/${id}/portfolios`)).json.items.length === (isLinked ? 1 : 0);
    return { id, isThere };
  };

/** For every operation with the id of a client, a function that creates what the operation reads or changes. */
export const clientSeeds: Record<string, (owner: Owner, service: TestService) => Promise<Seed>> = {
  getClient: client,
  updateClient: client,
  deleteClient: client,
  getMandate: client,
  getClientReport: client,
  setMandate: client,
  deleteMandate: client,
  listClientNotes: client,
  createClientNote: client,
  getClientNote: clientNote,
  updateClientNote: clientNote,
  deleteClientNote: clientNote,
  listClientPortfolios: client,
  linkClientPortfolio: clientPortfolio(false),
  unlinkClientPortfolio: clientPortfolio(true),
};
