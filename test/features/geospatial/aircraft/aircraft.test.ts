import 'reflect-metadata';
import test from 'ava';
import { keyOf } from '../../../../src/features/geospatial/layer.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import type { AircraftReport } from '../../../../src/features/geospatial/observation.js';
import { isProblem } from '../../../support/is-problem.js';
import { MINUTE, serviceFor } from '../../../support/service-for.js';
import type { TestService } from '../../../support/test-service.js';

/** Reports an aircraft. Default: over Dublin, now. */
function report({ services, clock }: TestService, id: string, said: Partial<AircraftReport> = {}): void {
  const at = clock.now();
  services.get(LiveState).takeAircraft({
    key: keyOf('aircraft', id) as number,
    provider: 'simulator',
    observedAt: at,
    receivedAt: at,
    lat: 53.42,
    lon: -6.27,
    ...said,
  });
}

const idsOf = ({ json }: { json: { items: Array<{ icao24: string }> } }) => json.items.map(({ icao24 }) => icao24);

test('an aircraft combines all of its reports, and a simulated one is labeled as simulated', async (t) => {
  const service = await serviceFor(t);
  report(service, '4ca2d6', {
    callsign: 'EIN123',
    registration: 'EI-DEO',
    aircraftType: 'A320',
    altitudeFeet: 36_000,
    geometricAltitudeFeet: 36_900,
  });
  report(service, '4ca2d6', {
    lat: undefined,
    lon: undefined,
    groundSpeedKnots: 451.3,
    trackDegrees: 123.45,
    verticalRateFpm: -64,
    squawk: '0021',
  });
  report(service, '4ca2d6', { lat: undefined, lon: undefined, emergency: 'none', onGround: false, category: 'A3' });
  report(service, '4ca2d6', {
    lat: undefined,
    lon: undefined,
    indicatedAirspeedKnots: 278,
    trueAirspeedKnots: 452,
    mach: 0.785,
    selectedAltitudeFeet: 37_008,
  });
  report(service, '4ca2d6', {
    lat: undefined,
    lon: undefined,
    windDirectionDegrees: 270,
    windSpeedKnots: 35,
    nacP: 9,
    nic: 8,
    rssiDbfs: -16.4,
  });
  report(service, '4ca2d6', { lat: undefined, lon: undefined, positionSource: 'mlat', military: true });
  const { json } = await (await service.signedIn()).get('/geospatial/aircraft/4CA2D6');
  const announced = new Date(service.clock.now()).toISOString();
  t.deepEqual(json, {
    icao24: '4ca2d6',
    callsign: 'EIN123',
    registration: 'EI-DEO',
    aircraftType: 'A320',
    country: 'IE',
    position: { lat: 53.42, lon: -6.27 },
    altitudeFeet: 36_000,
    geometricAltitudeFeet: 36_900,
    groundSpeedKnots: 451.3,
    trackDegrees: 123.45,
    verticalRateFpm: -64,
    squawk: '0021',
    emergency: 'none',
    onGround: false,
    category: 'A3',
    indicatedAirspeedKnots: 278,
    trueAirspeedKnots: 452,
    mach: 0.785,
    selectedAltitudeFeet: 37_008,
    windDirectionDegrees: 270,
    windSpeedKnots: 35,
    nacP: 9,
    nic: 8,
    rssiDbfs: -16.4,
    positionSource: 'mlat',
    military: true,
    operator: null,
    identitySource: null,
    identityConflict: null,
    route: null,
    observedAt: announced,
    provenance: {
      provider: 'simulator',
      asOf: announced,
      fetchedAt: announced,
      delaySeconds: 0,
      stale: false,
      warnings: [],
    },
  });
});

test('a non-ICAO address has a tilde and is listed after the others', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  report(service, '~00000a');
  report(service, 'ffffff');
  report(service, '00000a');
  t.deepEqual(idsOf(await caller.get('/geospatial/aircraft')), ['00000a', 'ffffff', '~00000a']);
  t.like((await caller.get('/geospatial/aircraft/~00000A')).json, {
    icao24: '~00000a',
    country: null,
    onGround: null,
    squawk: null,
  });
});

test('an unknown aircraft is a 404, and an invalid address a 400', async (t) => {
  const caller = await (await serviceFor(t)).signedIn();
  isProblem(t, await caller.get('/geospatial/aircraft/4ca2d6'), 404, 'not_found');
  isProblem(t, await caller.get('/geospatial/aircraft/4ca2dg'), 400, 'invalid_request', 'path/icao24');
});

test('an aircraft unseen for more than a minute is stale', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  report(service, '4ca2d6');
  service.clock.advance(MINUTE + 1);
  t.true((await caller.get('/geospatial/aircraft/4ca2d6')).json.provenance.stale);
});

test('filters apply to the reported values of aircraft', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  report(service, '000001', {
    callsign: 'EIN123',
    squawk: '7700',
    emergency: 'general',
    onGround: false,
    category: 'A3',
  });
  report(service, '000002', { callsign: 'EIN9', onGround: true, category: 'A5', lat: 52 });
  report(service, '000003', { callsign: 'RYR1EIN' });
  const found = async (query: string) => idsOf(await caller.get(`/geospatial/aircraft?${query}`)).map(Number);
  t.deepEqual(await found('callsign=ein'), [1, 2]);
  t.deepEqual(await found('callsign=ryr,EIN9'), [2, 3]);
  t.deepEqual(await found('callsign=ryr&callsign=EIN9'), [2, 3]);
  t.deepEqual(await found('squawk=7700'), [1]);
  t.deepEqual(await found('squawk=7500,7700'), [1]);
  t.deepEqual(await found('squawk=7500&squawk=7600'), []);
  t.deepEqual(await found('onGround=true'), [2]);
  t.deepEqual(await found('onGround=false'), [1]);
  t.deepEqual(await found('category=a5,A1'), [2]);
  t.deepEqual(await found('emergency=general'), [1]);
  t.deepEqual(await found('near=53.42,-6.27&radiusMeters=1000'), [1, 3]);
  t.deepEqual(await found('bbox=-7,53,-6,54&callsign=RYR'), [3]);
  t.deepEqual(await found(`updatedSince=${new Date(service.clock.now() + 1).toISOString()}`), []);
});

test('aircraft can be returned as GeoJSON, with the altitude as a property', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  report(service, '4ca2d6', { altitudeFeet: 36_000 });
  report(service, '4ca2d7', { lat: undefined, lon: undefined });
  const { json } = await caller.get('/geospatial/aircraft?format=geojson');
  t.deepEqual(
    json.features.map(({ id, geometry, properties }: Record<string, unknown>) => [
      id,
      geometry,
      (properties as { altitudeFeet: unknown }).altitudeFeet,
    ]),
    [
      ['4ca2d6', { type: 'Point', coordinates: [-6.27, 53.42] }, 36_000],
      ['4ca2d7', null, null],
    ],
  );
});
