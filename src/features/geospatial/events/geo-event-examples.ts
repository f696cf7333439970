import type { GeoEventType } from '../geo-event.js';

/** What differs between the examples of the types of event. */
export interface GeoEventExample {
  change: 'new' | 'updated' | 'ended';
  title: string;
  severity: number;
  position: { lat: number; lon: number };
  startedAt: string;
  endedAt?: string;
  magnitude?: { value: number; unit: string };
  entities?: string[];
  provider: string;
  url?: string;
}

const eonet = (id: number) => `https://eonet.gsfc.nasa.gov/api/v3/events/EONET_${id}`;
const gdacs = (kind: string, id: number) => `https://www.gdacs.org/report.aspx?eventtype=${kind}&eventid=${id}`;

/** One of each type as its source would report it. */
export const geoEventExamples: Readonly<Record<GeoEventType, GeoEventExample>> = {
  earthquake: {
    ...{ change: 'new', title: 'M 5.8 - 88 km SE of Sarangani, Philippines', severity: 3, position: { lat: 4.87, lon: 126.1 }, provider: 'usgs' },
    ...{ startedAt: '2026-11-20T20:59:58.000Z', endedAt: '2026-11-20T20:59:58.000Z', magnitude: { value: 5.8, unit: 'mww' } },
    url: 'https://earthquake.usgs.gov/earthquakes/eventpage/us7000abcd',
  },
  wildfire: {
    ...{ change: 'new', title: 'House Draw Wildfire, Johnson, Wyoming', severity: 3, position: { lat: 44.09, lon: -106.3 }, provider: 'eonet' },
    ...{ startedAt: '2026-08-21T18:20:00.000Z', magnitude: { value: 174_547, unit: 'acres' }, url: eonet(11_200) },
  },
  storm: {
    ...{ change: 'updated', title: 'Typhoon Fung-wong', severity: 4, position: { lat: 15.7, lon: 122.4 }, provider: 'eonet' },
    ...{ startedAt: '2026-11-05T18:00:00.000Z', magnitude: { value: 100, unit: 'kts' }, url: eonet(15_700) },
  },
  flood: {
    ...{ change: 'new', title: 'Flood in Vietnam', severity: 2, position: { lat: 16.46, lon: 107.59 }, provider: 'gdacs' },
    ...{ startedAt: '2026-10-27T01:00:00.000Z', url: gdacs('FL', 1_103_400) },
  },
  volcano: {
    ...{ change: 'new', title: 'Kanlaon Volcano, Philippines', severity: 3, position: { lat: 10.41, lon: 123.13 }, provider: 'eonet' },
    ...{ startedAt: '2026-10-24T12:00:00.000Z', url: eonet(15_600) },
  },
  drought: {
    ...{ change: 'updated', title: 'Drought in Angola and Namibia', severity: 3, position: { lat: -16.2, lon: 16.9 }, provider: 'gdacs' },
    ...{ startedAt: '2026-06-11T00:00:00.000Z', url: gdacs('DR', 1_017_300) },
  },
  landslide: {
    ...{ change: 'new', title: 'Landslide in Enga Province, Papua New Guinea', severity: 3, position: { lat: -5.38, lon: 143.36 }, provider: 'eonet' },
    ...{ startedAt: '2026-05-24T03:00:00.000Z', url: eonet(6_500) },
  },
  sea_ice: {
    ...{ change: 'updated', title: 'Iceberg A23H', severity: 1, position: { lat: -52.6, lon: -39.1 }, provider: 'eonet' },
    ...{ startedAt: '2026-09-05T00:00:00.000Z', magnitude: { value: 120, unit: 'NM^2' }, url: eonet(15_120) },
  },
  dust: {
    ...{ change: 'new', title: 'Dust from the Sahara over the Canary Islands', severity: 2, position: { lat: 28.3, lon: -14.6 }, provider: 'eonet' },
    ...{ startedAt: '2026-02-14T00:00:00.000Z', url: eonet(14_010) },
  },
  extreme_temperature: {
    ...{ change: 'new', title: 'Heat wave in the south of Spain', severity: 3, position: { lat: 37.39, lon: -5.98 }, provider: 'eonet' },
    ...{ startedAt: '2026-08-09T00:00:00.000Z', url: eonet(14_890) },
  },
  snow: {
    ...{ change: 'new', title: 'Heavy snowfall in Buffalo, New York', severity: 3, position: { lat: 42.88, lon: -78.87 }, provider: 'eonet' },
    ...{ startedAt: '2026-01-18T00:00:00.000Z', url: eonet(13_600) },
  },
  water_colour: {
    ...{ change: 'ended', title: 'Algae in the Baltic Sea', severity: 1, position: { lat: 57.9, lon: 19.6 }, provider: 'eonet' },
    ...{ startedAt: '2026-07-12T00:00:00.000Z', endedAt: '2026-08-03T00:00:00.000Z', url: eonet(14_700) },
  },
  manmade: {
    ...{ change: 'new', title: 'Fire at a refinery near Houston, Texas', severity: 3, position: { lat: 29.71, lon: -95.13 }, provider: 'eonet' },
    ...{ startedAt: '2026-03-17T10:30:00.000Z', url: eonet(13_900) },
  },
  conflict: {
    ...{ change: 'new', title: 'Fighting in Khartoum, Sudan', severity: 4, position: { lat: 15.59, lon: 32.53 }, provider: 'gdelt' },
    ...{ startedAt: '2026-11-19T00:00:00.000Z', url: 'https://news.example.org/2026/11/19/fighting-in-khartoum' },
  },
  unrest: {
    ...{ change: 'new', title: 'Protest in Lima, Peru', severity: 2, position: { lat: -12.05, lon: -77.04 }, provider: 'gdelt' },
    ...{ startedAt: '2026-11-18T00:00:00.000Z', url: 'https://news.example.org/2026/11/18/protest-in-lima' },
  },
  emergency_squawk: {
    ...{ change: 'new', title: 'DLH4AB reports an emergency (squawk 7700)', severity: 4, position: { lat: 50.31, lon: 8.12 }, provider: 'detector' },
    ...{ startedAt: '2026-11-20T14:03:11.000Z', entities: ['aircraft:3c6444'] },
  },
  ais_gap: {
    ...{ change: 'new', title: 'EMMA MAERSK has fallen silent', severity: 2, position: { lat: 12.61, lon: 43.33 }, provider: 'detector' },
    ...{ startedAt: '2026-11-20T04:12:00.000Z', entities: ['vessel:220417000'] },
  },
  loitering: {
    ...{ change: 'new', title: 'NORDIC STAR has loitered for 6 hours', severity: 2, position: { lat: 35.92, lon: 14.81 }, provider: 'detector' },
    ...{ startedAt: '2026-11-20T09:40:00.000Z', entities: ['vessel:219024336'] },
  },
  port_call: {
    ...{ change: 'ended', title: 'STENA BRITANNICA called at Hoek van Holland', severity: 1, position: { lat: 51.98, lon: 4.13 }, provider: 'detector' },
    ...{ startedAt: '2026-11-20T06:55:00.000Z', endedAt: '2026-11-20T13:20:00.000Z', entities: ['vessel:235080274'] },
  },
  close_approach: {
    ...{ change: 'new', title: 'ATLANTIC SKY and BALTIC TRADER are coming within 180 m', severity: 3, position: { lat: 54.42, lon: 11.87 } },
    ...{ provider: 'detector', startedAt: '2026-11-20T22:31:40.000Z', entities: ['vessel:311000432', 'vessel:244820000'] },
  },
  implausible_jump: {
    ...{ change: 'new', title: 'MMSI 636019825 jumped 412 km', severity: 2, position: { lat: 25.41, lon: 56.72 }, provider: 'detector' },
    ...{ startedAt: '2026-11-20T17:08:02.000Z', endedAt: '2026-11-20T17:08:02.000Z', entities: ['vessel:636019825'] },
  },
  gps_degradation: {
    ...{
      change: 'updated',
      title: 'Satellite navigation is disturbed: 14 of 22 aircraft',
      severity: 3,
      position: { lat: 54.7, lon: 20.5 },
      provider: 'detector',
    },
    ...{ startedAt: '2026-11-20T19:20:00.000Z' },
  },
};
