// Signs in with a password and prints quotes, the cargo vessels of the North Sea, and the price of bitcoin from a
// stream. Usage: WATCHFLOOR_EMAIL=… WATCHFLOOR_PASSWORD=… node dist/examples/morning.js
import { Problem, Watchfloor } from 'watchfloor-client';

const {
  WATCHFLOOR_URL: url = 'http://127.0.0.1:3000',
  WATCHFLOOR_EMAIL: email = '',
  WATCHFLOOR_PASSWORD: password = '',
} = process.env;
const watchfloor = new Watchfloor({ url, credentials: { email, password } });

const { items, errors } = await watchfloor.get('/markets/quotes', {
  query: { symbol: ['AAPL.US', 'EURUSD.FOREX', 'NO.SUCH'] },
});
for (const { symbol, price, currency, provenance } of items)
  console.log(`${symbol} ${price} ${currency} (${provenance.provider})`);
for (const { symbol, detail } of errors) console.log(`${symbol}: ${detail}`);

let vessels = 0;
for await (const { shipType } of watchfloor.pages('/geospatial/vessels', {
  query: { bbox: [-4, 51, 9, 60], limit: 200 },
})) {
  if (shipType === 'cargo') vessels += 1;
}
console.log(`${vessels} cargo vessels in the North Sea`);

for await (const { event, data } of watchfloor.stream('/markets/quotes/stream', {
  query: { symbol: ['BTC-USD.CC'] },
})) {
  if (event !== 'quote') continue;
  console.log(`${data.symbol} ${data.price}`);
  break;
}

try {
  await watchfloor.get('/geospatial/vessels/{mmsi}', { path: { mmsi: '244000000' } });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.log(`${error.status} ${error.code}: ${error.detail}`);
}
