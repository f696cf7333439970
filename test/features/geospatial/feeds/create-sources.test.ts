import 'reflect-metadata';
import test from 'ava';
import { ConfigurationError } from '../../../../src/config/environment.js';
import { createSources } from '../../../../src/features/geospatial/feeds/create-sources.js';
import { geospatialVendors } from '../../../../src/features/geospatial/geospatial.vendors.js';
import { sourceParts } from '../../../support/source-parts.js';

const none = { SVC_AIS_SOURCES: 'none', SVC_ADSB_SOURCES: 'none', SVC_EVENT_SOURCES: 'none' };

const feedsOf = (env: Record<string, string>) =>
  createSources(sourceParts({ ...none, ...env })).map(({ feed }) => feed);

/** Returns the messages with which the start is rejected. */
function refusal(env: Record<string, string>): string[] {
  try {
    feedsOf(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

test('without configured feeds the simulator is used', (t) => {
  t.deepEqual(
    createSources(sourceParts()).map(({ feed, provider }) => [feed, provider]),
    [
      ['ais.simulator', 'simulator'],
      ['adsb.simulator', 'simulator'],
      ['events.simulator', 'simulator'],
    ],
  );
});

test('`none` configures no feed', (t) => {
  t.deepEqual(feedsOf({}), []);
});

test('every supported transport creates a source', (t) => {
  t.deepEqual(
    feedsOf({
      SVC_AIS_SOURCES: 'tcp://153.44.253.27:5631,udp://:10110,file:a.nmea?rate=1000,stdin,https://example.org/ships',
    }),
    ['ais.tcp', 'ais.udp', 'ais.file', 'ais.stdin', 'ais.http'],
  );
  t.deepEqual(feedsOf({ SVC_ADSB_SOURCES: 'tcp://127.0.0.1:30003, file:a.sbs?speed=20' }), ['adsb.tcp', 'adsb.file']);
});

test('a second feed of the same kind has a number in its name', (t) => {
  t.deepEqual(feedsOf({ SVC_AIS_SOURCES: 'tcp://a:1,tcp://b:1,udp://:1,tcp://c:1' }), [
    'ais.tcp',
    'ais.tcp.2',
    'ais.udp',
    'ais.tcp.3',
  ]);
});

test('circles of one vendor are one feed, and its limits apply to all of them together', (t) => {
  const parts = sourceParts({ ...none, SVC_ADSB_SOURCES: 'adsblol:48.1,11.6,100,adsblol:52.5,13.4,100' });
  t.is(createSources(parts).length, 2);
  t.deepEqual(
    parts.feeds.list().map(({ feed }) => feed),
    ['adsb.adsblol'],
  );
});

test('two receivers over HTTP are two feeds', (t) => {
  const parts = sourceParts({ ...none, SVC_ADSB_SOURCES: 'http://a/data/aircraft.json,http://b/data/aircraft.json' });
  createSources(parts);
  t.deepEqual(
    parts.feeds.list().map(({ feed }) => feed),
    ['adsb.json', 'adsb.json.2'],
  );
});

test('a file ends permanently, a connection is opened again', (t) => {
  const sources = createSources(sourceParts({ ...none, SVC_AIS_SOURCES: 'file:a.nmea,tcp://a:1' }));
  t.deepEqual(
    sources.map(({ endsForGood }) => endsForGood),
    [true, false],
  );
});

test('events are read from the configured providers', (t) => {
  t.deepEqual(feedsOf({ SVC_EVENT_SOURCES: 'usgs,eonet,gdacs,gdelt' }), [
    'events.usgs',
    'events.eonet',
    'events.gdacs',
    'events.gdelt',
  ]);
});

test('an unknown line prevents the start, and the error names its position and not its content', (t) => {
  t.deepEqual(refusal({ SVC_AIS_SOURCES: 'tcp://a:1,ftp://user:secret@host/', SVC_EVENT_SOURCES: 'usgs,volcanoes' }), [
    'SVC_AIS_SOURCES, source 2: is not a known source',
    'SVC_EVENT_SOURCES, source 2: is not a known source',
  ]);
});

test('the error of an invalid line names what is wrong with it', (t) => {
  t.deepEqual(refusal({ SVC_AIS_SOURCES: 'tcp://host' }), [
    'SVC_AIS_SOURCES, source 1: must be written as tcp://host:port',
  ]);
  t.deepEqual(refusal({ SVC_AIS_SOURCES: 'aisstream' }), [
    'SVC_AIS_SOURCES, source 1: needs a key of aisstream.io in SVC_AISSTREAM_API_KEY',
  ]);
});

test('the same line twice prevents the start', (t) => {
  t.deepEqual(refusal({ SVC_ADSB_SOURCES: 'tcp://a:1,udp://:2,tcp://a:1' }), [
    'SVC_ADSB_SOURCES, source 3: is listed twice',
  ]);
});

test('`none` together with other lines prevents the start', (t) => {
  t.deepEqual(refusal({ SVC_AIS_SOURCES: 'none,tcp://a:1' }), [
    'SVC_AIS_SOURCES must not name other sources beside none',
  ]);
});

test('standard input can be read by one feed only', (t) => {
  t.deepEqual(refusal({ SVC_AIS_SOURCES: 'stdin', SVC_ADSB_SOURCES: 'stdin' }), [
    'SVC_ADSB_SOURCES cannot read stdin when SVC_AIS_SOURCES does',
  ]);
});

test('vendors that no line names are listed as not configured, and configured ones once', (t) => {
  const parts = sourceParts({ ...none, SVC_EVENT_SOURCES: 'usgs' });
  createSources(parts);
  parts.feeds.declare(geospatialVendors);
  const states = Object.fromEntries(parts.feeds.list().map(({ feed, status }) => [feed, status]));
  t.is(states['events.usgs'], 'ok');
  t.deepEqual(
    Object.entries(states)
      .filter(([, status]) => status === 'not_configured')
      .map(([feed]) => feed),
    [
      'adsb.adsbfi',
      'adsb.adsblol',
      'adsb.airplaneslive',
      'adsb.opensky',
      'ais.aisstream',
      'events.eonet',
      'events.gdacs',
      'events.gdelt',
      'tables.ourairports',
      'tables.standingdata',
      'transits.portwatch',
    ],
  );
});
