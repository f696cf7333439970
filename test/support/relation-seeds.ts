import type { Seed } from './seeds.js';
import type { TestClient } from './test-client.js';

/** An own link of the graph of relations. */
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

/** By operation. */
export const relationSeeds = {
  getRelationLink: relationLink,
  updateRelationLink: relationLink,
  deleteRelationLink: relationLink,
};
