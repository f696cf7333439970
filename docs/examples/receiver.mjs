// Receives webhooks of Watchfloor: node receiver.mjs SECRET [PORT]. Verifies the signature (https://www.standardwebhooks.com) and rejects
// messages older than five minutes. An event can arrive twice and in any order: a real receiver also remembers `webhook-id`.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.argv[2].slice('whsec_'.length), 'base64');
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = request.headers;
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest('base64')}`;
  const signed = signatures.split(' ').some((one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), Buffer.from(expected)));
  const genuine = signed && Math.abs(Date.now() / 1000 - Number(at)) < 300;
  console.log(genuine ? JSON.parse(body) : 'rejected');
  response.writeHead(genuine ? 204 : 400).end();
});
server.listen(Number(process.argv[3] ?? 4000), '127.0.0.1', () => console.log(`Waiting for webhooks at http://127.0.0.1:${server.address().port}/`));
