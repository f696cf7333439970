import test from 'ava';
import { readConfig } from '../../src/config/read-config.js';
import { shownValue } from '../../src/config/shown-value.js';

const CANARY = 'canary';
const credentials = [
  `https://${CANARY}:${CANARY}@feeds.example/aircraft.json`,
  `https://${CANARY}@feeds.example/`,
  `https://user:pa,${CANARY}@feeds.example/`,
  `https://user:pa/${CANARY}@feeds.example/`,
  `https://user:pa@${CANARY}@feeds.example/`,
  `https://user:pa%40${CANARY}@feeds.example/`,
  `wss://feeds.example/stream?apiKey=${CANARY}`,
  `https://feeds.example/?format=json&token=${CANARY}&rate=5`,
  `https://feeds.example/?${CANARY}`,
  `https://feeds.example/?%6bey=${CANARY}`,
  `https://feeds.example/?key=a,${CANARY}`,
  `https://feeds.example/#${CANARY}`,
  `tcp://one.example:10110,https://user:${CANARY}@two.example/`,
  `https://user:${CANARY}@one.example/,simulator`,
  `file:recording.nmea?rate=1000&password=${CANARY}`,
  `HTTPS://user:${CANARY}@feeds.example/`,
  `https:user:${CANARY}@feeds.example/`,
];

test('no setting shows a credential in a URL', async (t) => {
  const accepting = new Set<string>();
  for (const { name, secret } of (await readConfig({})).variables) {
    for (const value of credentials) {
      t.notRegex(shownValue(value, secret) ?? '', /canary/i, `${name} ${value}`);
      try {
        const { shown } = await readConfig({ [name]: value });
        accepting.add(name);
        t.notRegex(JSON.stringify(shown), /canary/i, name);
      } catch {
        // The value is rejected at the start, so it is never shown.
      }
    }
  }
  for (const name of [
    'SVC_AIS_SOURCES',
    'SVC_ADSB_SOURCES',
    'SVC_EVENT_SOURCES',
    'SVC_REDIS_URL',
    'SVC_BASE_URL',
    'SVC_OPENSKY_TOKEN_URL',
    'SVC_USGS_BASE_URL',
  ])
    t.is(accepting.has(name), !['SVC_REDIS_URL'].includes(name), name);
});

test('a secret is never shown, not even its length', (t) => {
  t.is(shownValue(CANARY, true), '[set]');
  t.is(shownValue('', true), null);
});

test('a value without a credential is shown unchanged', (t) => {
  for (const value of [
    'simulator',
    'tcp://127.0.0.1:10110,udp://:10111',
    'file:ais.nmea.gz?rate=1000&loop=true',
    'adsblol:48.1,11.6,250',
    'ada@watchfloor.test',
    '5',
  ])
    t.is(shownValue(value, false), value);
  t.is(
    shownValue('https://ada:pw@feeds.example/x?key=1&rate=5', false),
    'https://[hidden]@feeds.example/x?key=[hidden]&rate=5',
  );
});
