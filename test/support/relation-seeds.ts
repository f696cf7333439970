import type { Seed } from './seeds.js';
import type { TestClient } from './test-client.js';

/** Creates a relation link of the account. */
const relationLink = async (owner: TestClient): Promise<Seed> => {
  const { json } = await owner.post('/graphs/relations/links', {
    from: 'country:NL',
    to: 'country:BE',
    label: 'Neighbors',
  });
  return {
    id: json.id,
    isThere: async () => (await owner.get(`/graphs/relations/links/${json.id}`)).json.version === 1,
  };
};

/** For each operation on links, a function that creates what the operation reads or changes. */
export const relationSeeds = {
  getRelationLink: relationLink,
  updateRelationLink: relationLink,
  deleteRelationLink: relationLink,
};
