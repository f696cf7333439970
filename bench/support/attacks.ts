import { wireRequest } from './load.js';

/** Heavy requests of one account, sent over `connections` connections at a time. */
export interface Attack {
  connections: number;
  /** Whole requests as text, one for each connection or one for all. */
  requests: string[];
}

/** Calls the API as the attacking account and returns the response body. */
export type Call = (method: string, path: string, body?: object | string) => Promise<{ id: string }>;

const AT_ONCE = 20;
const IMPORTED = 100_000;
const DAY_MS = 86_400_000;
const symbols = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'META', 'TSLA', 'JPM', 'XOM', 'KO'].map(
  (ticker) => `${ticker}.US`,
);
const indicators = [
  'sma:20',
  'ema:50',
  'bbands:20:2',
  'rsi:14',
  'macd:12:26:9',
  'atr:14',
  'adx:14',
  'stoch:14:3:3',
  'obv',
];
const sentence =
  'The tanker Eastern Falcon (IMO 9008354) left Rotterdam for Singapore, said Nadia Ferrel of Halcyon Tide ' +
  'Shipping Limited; Shell shares fell by 2.4 % in London. ';
const TEXT_BYTES = 19_000;

/**
 * Returns all requests with which one account can cause much work, by name. Each is prepared when its function is
 * called.
 */
export function attacksOf(call: Call, token: string): Record<string, () => Promise<Attack>> {
  const since = yearsAgo(19);
  const get = (path: string, type?: string): Attack => ({
    connections: AT_ONCE,
    requests: [request('GET', path, token, undefined, type)],
  });
  const post = (path: string, body: object): Attack => ({
    connections: AT_ONCE,
    requests: [request('POST', path, token, JSON.stringify(body))],
  });
  const demonstration = async () =>
    ((await call('POST', '/portfolios/demo')) as unknown as { portfolio: { id: string } }).portfolio.id;
  const portfolio = async (name: string) => (await call('POST', '/portfolios', { name, baseCurrency: 'USD' })).id;
  return {
    'charts of 19 years': async () => get(`/markets/candles/AAPL.US.svg?from=${since}`),
    'charts of 19 years as PNG': async () => get(`/markets/candles/AAPL.US.png?from=${since}`),
    'comparison of ten as JSON': async () => get(`/markets/compare?symbol=${symbols.join()}&from=${since}`),
    'candles as JSON': async () => get(`/markets/candles/AAPL.US?from=${since}`),
    indicators: async () => get(`/markets/indicators/AAPL.US?from=${since}&indicator=${indicators.join()}`),
    'map of the world': async () => get('/geospatial/map.svg'),
    snapshots: async () => get('/geospatial/snapshot'),
    'rule backtests of 90 days': async () => {
      const condition = { type: 'price', symbol: 'BTC-USD.CC', operator: 'above', threshold: 60_000 };
      const end = Math.floor(Date.now() / DAY_MS) * DAY_MS;
      const range = { from: new Date(end - 90 * DAY_MS).toISOString(), to: new Date(end).toISOString() };
      return post('/alerts/rules/backtest', { rule: { name: 'Bitcoin', condition }, ...range });
    },
    'Monte Carlo': async () => {
      const scenario = { type: 'monte_carlo', pathCount: 20_000, horizonMonths: 360 };
      return post(`/portfolios/${await demonstration()}/scenarios`, { scenario });
    },
    'performance series': async () => get(`/portfolios/${await demonstration()}/performance/series`),
    'search with wildcards': async () => get('/search?q=ev*&limit=200'),
    'text search of the timeline': async () => get('/timeline?q=vessel&limit=200'),
    'imports of 100,000 rows': async () => {
      const path = `/portfolios/${await portfolio('Import')}/import`;
      return { connections: 4, requests: [request('POST', path, token, importFile(), 'text/csv')] };
    },
    'questions to the assistant': async () => {
      const ids = await Promise.all(
        Array.from({ length: AT_ONCE }, async () => (await call('POST', '/ai/threads', {})).id),
      );
      const body = JSON.stringify({ content: 'Which tankers are near Hormuz?' });
      return {
        connections: AT_ONCE,
        requests: ids.map((id) => request('POST', `/ai/threads/${id}/messages`, token, body)),
      };
    },
    briefings: async () => post('/ai/briefings', {}),
    'exports of an account': async () => {
      await call('POST', `/portfolios/${await portfolio('Export')}/import`, importFile());
      return get('/users/me/export');
    },
    'graph evaluations': async () => {
      const expressions = ['rebase(AAPL.US) / rebase(MSFT.US)', 'sma(NVDA.US, 50)', 'AMZN.US - GOOGL.US'];
      return post('/graphs/charts/evaluate', {
        interval: '1d',
        from: since,
        series: expressions.map((expression) => ({ expression })),
      });
    },
    'bodies of 1 MB': async () => {
      const fields = Array.from({ length: 19_000 }, (_, index) => [`field${index}`.padEnd(48, '_'), 0]);
      return post('/portfolios', { name: 'x', ...Object.fromEntries(fields) });
    },
    'text extractions': async () =>
      post('/osint/extract', { text: sentence.repeat(Math.floor(TEXT_BYTES / sentence.length)) }),
  };
}

/** Returns a request as text, with a body in the given media type. */
function request(method: string, path: string, token: string, body?: string, type = 'application/json'): string {
  const head = wireRequest(method, `/api/v1${path}`, token);
  return body === undefined
    ? head
    : head.replace(
        '\r\n\r\n',
        `\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
}

function importFile(): string {
  const start = Date.UTC(2015, 0, 1);
  const rows = Array.from({ length: IMPORTED }, (_, index) => {
    const tradedAt = new Date(start + Math.floor(index / 30) * DAY_MS + index * 1_000).toISOString();
    const type = index % 3 === 2 ? 'sell' : 'buy';
    return `${type},${tradedAt},${symbols[index % symbols.length]},${1 + (index % 17)}.25,${(100 + (index % 977) / 7).toFixed(4)},USD,1.25,row ${index}\n`;
  });
  return `type,tradedAt,symbol,quantity,price,currency,fee,note\n${rows.join('')}`;
}

function yearsAgo(years: number): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() - years);
  return day.toISOString().slice(0, 10);
}
