import type { Owner, Seed } from './seeds.js';

/** A chart of the account's own. */
const graph = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/graphs', { name: 'Euro', series: [{ expression: 'EURUSD.FOREX' }] });
  return { id: json.id, isThere: async () => (await owner.get(`/graphs/${json.id}`)).json.version === 1 };
};

/** A correction of where a symbol is exposed: the symbol that is the example in its path. */
const exposureMapping = async (owner: Owner): Promise<Seed> => {
  await owner.put('/portfolios/exposure/mappings/AAPL.US', { places: [{ place: 'country:US', share: 1 }] });
  const isThere = async () => (await owner.get('/portfolios/exposure/mappings')).json.items.length === 1;
  return { id: 'AAPL.US', isThere };
};

/** For operations on charts: how an account comes to own one. */
export const graphSeeds: Record<string, (owner: Owner) => Promise<Seed>> = {
  getGraph: graph,
  updateGraph: graph,
  deleteGraph: graph,
  getGraphData: graph,
  renderGraph: graph,
  renderGraphAsPng: graph,
  shareGraph: graph,
  unshareGraph: graph,
  deleteExposureMapping: exposureMapping,
};
