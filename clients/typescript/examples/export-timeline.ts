// Signs in with a personal key and prints the events of the last day, one JSON object per line, for cron jobs, pipes
// and spreadsheets. Usage: WATCHFLOOR_KEY=wfk_… node dist/examples/export-timeline.js
import { Watchfloor } from 'watchfloor-client';

const { WATCHFLOOR_URL: url = 'http://127.0.0.1:3000', WATCHFLOOR_KEY: key = '' } = process.env;
const watchfloor = new Watchfloor({ url, credentials: { key } });

const from = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();
for await (const event of watchfloor.pages('/timeline', { query: { from, order: 'asc', limit: 200 } }))
  console.log(JSON.stringify(event));
