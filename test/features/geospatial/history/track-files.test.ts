import { readFileSync } from 'node:fs';
import test from 'ava';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { HOUR, MINUTE } from '../../../support/service-for.js';
import { historyFor } from './history-service.js';
import { report, reportFlight, voyage } from './voyages.js';

const MMSI = 219_024_336;
const vessel = `/geospatial/vessels/${MMSI}/track`;

type Element = Record<string, Element[] | string>;
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
});

const nameOf = (element: Element) => Object.keys(element).find((key) => key !== ':@') as string;
const childrenOf = (element: Element): Element[] => element[nameOf(element)] as Element[];
const named = (element: Element, name: string): Element[] =>
  childrenOf(element).filter((child) => nameOf(child) === name);
const only = (element: Element, name: string): Element => {
  const found = named(element, name);
  if (found.length !== 1) throw new Error(`${found.length} ${name} in ${nameOf(element)}`);
  return found[0] as Element;
};
const textOf = (element: Element): string => (childrenOf(element)[0]?.['#text'] ?? '') as string;

/** The children that the schemas allow in each element, in their order; `*` marks repeatable ones. */
const order: Record<string, string[]> = {
  gpx: ['metadata', 'wpt*', 'rte*', 'trk*'],
  metadata: ['name', 'desc', 'author', 'copyright', 'link*', 'time', 'keywords', 'bounds'],
  trk: ['name', 'cmt', 'desc', 'src', 'link*', 'number', 'type', 'extensions', 'trkseg*'],
  trkseg: ['trkpt*'],
  trkpt: ['ele', 'time', 'magvar', 'geoidheight', 'name'],
  kml: ['Document'],
  Document: ['name', 'visibility', 'open', 'description', 'Placemark*'],
  Placemark: ['name', 'visibility', 'open', 'description', 'gx:MultiTrack'],
  'gx:MultiTrack': ['altitudeMode', 'gx:interpolate', 'gx:Track*'],
  'gx:Track': ['altitudeMode', 'when*', 'gx:coord*', 'gx:angles*'],
};

function faultsOf(element: Element): string[] {
  const name = nameOf(element);
  const allowed = order[name];
  if (allowed === undefined) return [];
  let place = 0;
  const faults: string[] = [];
  for (const child of childrenOf(element)) {
    const at = allowed.findIndex((one) => one.replace('*', '') === nameOf(child));
    if (at < place) faults.push(`${nameOf(child)} in ${name}`);
    place = at + (allowed[at]?.endsWith('*') ? 0 : 1);
    faults.push(...faultsOf(child));
  }
  return faults;
}

/** Parses a document and checks that it is well-formed and in the order of its schema. @returns the root element */
function read(text: string): Element {
  if (XMLValidator.validate(text) !== true) throw new Error(`not well formed: ${text.slice(0, 500)}`);
  const root = (parser.parse(text) as Element[]).find((element) => nameOf(element) !== '?xml') as Element;
  const faults = faultsOf(root);
  if (faults.length > 0) throw new Error(`not in the order of the schema: ${faults.join(', ')}`);
  return root;
}

// The tests are serial, because each has a whole service and its own database.
test.serial(
  'a track with a gap is GPX with two segments and KML with two tracks, with the points and times of JSON',
  async (t) => {
    const service = await historyFor(t);
    const ada = await service.signedIn();
    const at = service.clock.now() - 6 * HOUR;
    const name = 'R&D <"A">';
    report(service, MMSI, voyage({ lat: 52, lon: 4, at }, [{ courseDegrees: 90, speedKnots: 12, minutes: 20 }]), {
      name,
    });
    report(
      service,
      MMSI,
      voyage({ lat: 52, lon: 6, at: at + 4 * HOUR }, [{ courseDegrees: 90, speedKnots: 12, minutes: 20 }]),
      { name },
    );
    await service.written();
    const { points, gaps } = (await ada.get(vessel)).json;
    t.is(gaps.length, 1);

    const gpx = await ada.get(`${vessel}?format=gpx`);
    t.is(gpx.headers.get('content-type'), 'application/gpx+xml');
    t.is(gpx.headers.get('content-disposition'), `attachment; filename="vessels-${MMSI}-track.gpx"`);
    const trk = only(read(gpx.text), 'trk');
    t.is(textOf(only(trk, 'name')), name);
    t.true(textOf(only(trk, 'desc')).includes(`${points[0].time} to ${points.at(-1).time}`), textOf(only(trk, 'desc')));
    const segments = named(trk, 'trkseg');
    t.is(segments.length, 2);
    const read1 = segments.flatMap(childrenOf).map((point) => {
      const { lat, lon } = point[':@'] as unknown as { lat: string; lon: string };
      return {
        time: textOf(only(point, 'time')),
        lat: Number(lat),
        lon: Number(lon),
        altitudes: named(point, 'ele').length,
      };
    });
    t.deepEqual(
      read1,
      points.map(({ time, lat, lon }: { time: string; lat: number; lon: number }) => ({
        time,
        lat,
        lon,
        altitudes: 0,
      })),
    );

    const kml = await ada.get(vessel, { headers: { accept: 'application/vnd.google-earth.kml+xml' } });
    t.is(kml.headers.get('content-type'), 'application/vnd.google-earth.kml+xml');
    const placemark = only(only(read(kml.text), 'Document'), 'Placemark');
    t.is(textOf(only(placemark, 'name')), name);
    const tracks = named(only(placemark, 'gx:MultiTrack'), 'gx:Track');
    t.is(tracks.length, 2);
    t.deepEqual(
      tracks.flatMap((track) => named(track, 'when').map(textOf)),
      points.map(({ time }: { time: string }) => time),
    );
    t.deepEqual(
      tracks.flatMap((track) => named(track, 'gx:coord').map(textOf)),
      points.map(({ lat, lon }: { lat: number; lon: number }) => `${lon} ${lat}`),
    );
  },
);

test.serial('the altitude of an aircraft is in meters', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  reportFlight(
    service,
    0x4ca2d6,
    voyage({ lat: 52, lon: 4, at: service.clock.now() - 3 * MINUTE }, [
      { courseDegrees: 90, speedKnots: 420, minutes: 3 },
    ]),
  );
  await service.written();
  const track = '/geospatial/aircraft/4ca2d6/track';
  const gpx = read((await ada.get(track, { headers: { accept: 'application/gpx+xml' } })).text);
  const points = childrenOf(only(only(gpx, 'trk'), 'trkseg'));
  t.true(points.length >= 4);
  t.true(points.every((point) => textOf(only(point, 'ele')) === '9144'));
  const kml = read((await ada.get(`${track}?format=kml`)).text);
  const line = only(only(only(only(kml, 'Document'), 'Placemark'), 'gx:MultiTrack'), 'gx:Track');
  t.is(textOf(only(line, 'altitudeMode')), 'absolute');
  t.true(named(line, 'gx:coord').every((coord) => textOf(coord).endsWith(' 9144')));
  const csv = (await ada.get(`${track}?format=csv`)).text.split('\r\n');
  t.is(csv[0], 'time,lat,lon,speedKnots,courseDegrees,altitudeFeet');
  t.is(csv.length, points.length + 2);
});

test.serial('a track without points is a file without points', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  service.picture.takeVessel({
    key: MMSI,
    observedAt: service.clock.now(),
    receivedAt: service.clock.now(),
    provider: 'ais',
    name: 'ADA',
  });
  t.deepEqual(named(only(read((await ada.get(`${vessel}?format=gpx`)).text), 'trk'), 'trkseg'), []);
  read((await ada.get(`${vessel}?format=kml`)).text);
  t.is((await ada.get(`${vessel}?format=csv`)).text, 'time,lat,lon,speedKnots,courseDegrees\r\n');
});

test('the GPX and KML examples of the API description are well-formed, with elements in the order of their schemas', (t) => {
  interface Described {
    get: { responses: { 200: { content: Record<string, { example?: string } | undefined> } } };
  }
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, Described> };
  const examples = Object.entries(paths).flatMap(([path, { get }]) =>
    path.endsWith('/track')
      ? ['application/gpx+xml', 'application/vnd.google-earth.kml+xml'].map(
          (type) => get.responses[200].content[type]?.example ?? '',
        )
      : [],
  );
  t.is(examples.length, 4);
  for (const example of examples) t.notThrows(() => read(example), example);
});
