import type { Owner, Seed } from './seeds.js';

/** A chart of the account's own. */
const chart = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/graphs/charts', { name: 'Euro', series: [{ expression: 'EURUSD.FOREX' }] });
  return { id: json.id, isThere: async () => (await owner.get(`/graphs/charts/${json.id}`)).json.version === 1 };
};

/** A correction of where a symbol is exposed: the symbol that is the example in its path. */
const exposureMapping = async (owner: Owner): Promise<Seed> => {
  await owner.put('/portfolios/exposure/mappings/AAPL.US', { places: [{ place: 'country:US', fraction: 1 }] });
  const isThere = async () => (await owner.get('/portfolios/exposure/mappings')).json.items.length === 1;
  return { id: 'AAPL.US', isThere };
};

/** For operations on charts: how an account comes to own one. */
export const chartSeeds: Record<string, (owner: Owner) => Promise<Seed>> = {
  getChart: chart,
  updateChart: chart,
  deleteChart: chart,
  getChartData: chart,
  renderChart: chart,
  renderChartAsPng: chart,
  shareChart: chart,
  unshareChart: chart,
  deleteExposureMapping: exposureMapping,
};
