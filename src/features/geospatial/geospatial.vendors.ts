import type { Vendors } from '../../upstream/vendor.js';

/**
 * The vendors of positions and events. `feeds/create-sources.ts` creates their sources from `SVC_AIS_SOURCES` and
 * similar settings.
 */
export const geospatialVendors = {
  aisstream: {
    title: 'aisstream.io',
    feed: 'ais.aisstream',
    delivers: ['vessels'],
    needsKey: true,
    baseUrl: 'wss://stream.aisstream.io/v0/stream',
    terms: 'A beta service without guarantees; three connections per account.',
  },
  adsblol: {
    title: 'adsb.lol',
    feed: 'adsb.adsblol',
    delivers: ['aircraft'],
    baseUrl: 'https://api.adsb.lol',
    terms: 'Open Database License 1.0: name adsb.lol where you show its data.',
  },
  adsbfi: {
    title: 'adsb.fi',
    feed: 'adsb.adsbfi',
    delivers: ['aircraft'],
    baseUrl: 'https://opendata.adsb.fi/api',
    terms: 'Personal, non-commercial use only; name and link adsb.fi.',
  },
  airplaneslive: {
    title: 'airplanes.live',
    feed: 'adsb.airplaneslive',
    delivers: ['aircraft'],
    baseUrl: 'https://api.airplanes.live',
    terms:
      'Non-commercial use only; 500 calls per day. Since 2026 it answers 403 to callers that have not arranged ' +
      'their access with it.',
  },
  opensky: {
    title: 'OpenSky Network',
    feed: 'adsb.opensky',
    delivers: ['aircraft'],
    baseUrl: 'https://opensky-network.org/api',
    terms:
      'Non-profit research, education and government use; use by a company, or in a live product, needs a ' +
      'written agreement.',
  },
  standingdata: {
    title: 'Virtual Radar Server standing data',
    feed: 'tables.standingdata',
    delivers: ['aircraft_table', 'airports', 'routes'],
    baseUrl: 'https://codeload.github.com/vradarserver/standing-data',
    terms: 'CC0 1.0: no conditions; no key. The file has several megabytes and is requested once a day.',
  },
  ourairports: {
    title: 'OurAirports',
    feed: 'tables.ourairports',
    delivers: ['airports'],
    baseUrl: 'https://davidmegginson.github.io/ourairports-data',
    terms: 'Public domain; no key. The file has some twelve megabytes and is requested once a day.',
  },
  portwatch: {
    title: 'IMF PortWatch',
    feed: 'transits.portwatch',
    delivers: ['transits'],
    baseUrl: 'https://services9.arcgis.com/weJ1QsnbMYJlCHdG/arcgis/rest/services',
    terms:
      'No key. The terms of use of the IMF (imf.org/external/terms.htm): name “International Monetary Fund, ' +
      'PortWatch” where you show its data, and read them before commercial use.',
  },
  usgs: {
    title: 'USGS',
    feed: 'events.usgs',
    delivers: ['events'],
    baseUrl: 'https://earthquake.usgs.gov',
    terms: 'Public data; no key.',
  },
  eonet: {
    title: 'NASA EONET',
    feed: 'events.eonet',
    delivers: ['events'],
    baseUrl: 'https://eonet.gsfc.nasa.gov/api/v3',
    terms: 'Public data; no key.',
  },
  gdacs: {
    title: 'GDACS',
    feed: 'events.gdacs',
    delivers: ['events'],
    baseUrl: 'https://www.gdacs.org',
    terms: 'Name GDACS as the source of data you pass on.',
  },
  gdelt: {
    title: 'GDELT',
    feed: 'events.gdelt',
    delivers: ['events'],
    baseUrl: 'http://data.gdeltproject.org/gdeltv2',
    terms:
      'Name GDELT as the source of data you pass on. Only a part is read: protests, shows of force, assaults, ' +
      'fighting and mass violence (CAMEO roots 14, 15, 18, 19, 20) whose place is a city, at most 50 events a ' +
      'file (every 15 minutes).',
  },
} as const satisfies Vendors;
