import type { Owner, Seed } from './seeds.js';

/** Creates a chart of the account. */
const chart = async (owner: Owner): Promise<Seed> => {
  const { json } = await owner.post('/graphs/charts', { name: 'Euro', series: [{ expression: 'EURUSD.FOREX' }] });
  return { id: json.id, isThere: async () => (await owner.get(`/graphs/charts/${json.id}`)).json.version === 1 };
};

/** Creates an exposure mapping for the symbol that is the example in the path. */
const exposureMapping = async (owner: Owner): Promise<Seed> => {
  await owner.put('/portfolios/exposure/mappings/AAPL.US', { places: [{ place: 'country:US', fraction: 1 }] });
  const isThere = async () => (await owner.get('/portfolios/exposure/mappings')).json.items.length === 1;
  return { id: 'AAPL.US', isThere };
};

/** Creates holdings of the fund that is the example in the path. */
const fundHoldings = async (owner: Owner): Promise<Seed> => {
  const path = '/markets/funds/SPY.US/holdings';
  await owner.put(path, { asOf: '2026-01-02', holdings: [{ name: 'Cash', kind: 'cash', weight: 1 }] });
  return { id: 'SPY.US', isThere: async () => (await owner.get(path)).json.basis === 'own' };
};

/** For every operation on charts, a function that creates what the operation reads or changes. */
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
  deleteFundHoldings: fundHoldings,
};
