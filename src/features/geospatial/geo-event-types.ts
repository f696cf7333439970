/** The part of an example event that differs between types. */
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

interface GeoEventTypeInfo {
  /** One sentence for callers of the API. */
  description: string;
  /** An event as a typical source of the type reports it. */
  example: GeoEventExample;
}

/** Type-checks the entries and keeps their names as literal types. */
const types = <Name extends string>(all: Record<Name, GeoEventTypeInfo>) => all;

const eonet = (id: number) => `https://eonet.gsfc.nasa.gov/api/v3/events/EONET_${id}`;
const gdacs = (kind: string, id: number) => `https://www.gdacs.org/report.aspx?eventtype=${kind}&eventid=${id}`;

/** Types of events that external sources report. */
export const naturalEvents = types({
  earthquake: {
    description: 'An earthquake.',
    example: {
      change: 'new',
      title: 'M 5.8 - 88 km SE of Sarangani, Philippines',
      severity: 3,
      position: { lat: 4.87, lon: 126.1 },
      provider: 'usgs',
      startedAt: '2026-11-20T20:59:58.000Z',
      endedAt: '2026-11-20T20:59:58.000Z',
      magnitude: { value: 5.8, unit: 'mww' },
      url: 'https://earthquake.usgs.gov/earthquakes/eventpage/us7000abcd',
    },
  },
  wildfire: {
    description: 'A wildfire.',
    example: {
      change: 'new',
      title: 'House Draw Wildfire, Johnson, Wyoming',
      severity: 3,
      position: { lat: 44.09, lon: -106.3 },
      provider: 'eonet',
      startedAt: '2026-08-21T18:20:00.000Z',
      magnitude: { value: 174_547, unit: 'acres' },
      url: eonet(11_200),
    },
  },
  storm: {
    description: 'A cyclone or another severe storm.',
    example: {
      change: 'updated',
      title: 'Typhoon Fung-wong',
      severity: 4,
      position: { lat: 15.7, lon: 122.4 },
      provider: 'eonet',
      startedAt: '2026-11-05T18:00:00.000Z',
      magnitude: { value: 100, unit: 'kts' },
      url: eonet(15_700),
    },
  },
  flood: {
    description: 'A flood.',
    example: {
      change: 'new',
      title: 'Flood in Vietnam',
      severity: 2,
      position: { lat: 16.46, lon: 107.59 },
      provider: 'gdacs',
      startedAt: '2026-10-27T01:00:00.000Z',
      url: gdacs('FL', 1_103_400),
    },
  },
  volcano: {
    description: 'A volcanic eruption or volcanic unrest.',
    example: {
      change: 'new',
      title: 'Kanlaon Volcano, Philippines',
      severity: 3,
      position: { lat: 10.41, lon: 123.13 },
      provider: 'eonet',
      startedAt: '2026-10-24T12:00:00.000Z',
      url: eonet(15_600),
    },
  },
  drought: {
    description: 'A drought.',
    example: {
      change: 'updated',
      title: 'Drought in Angola and Namibia',
      severity: 3,
      position: { lat: -16.2, lon: 16.9 },
      provider: 'gdacs',
      startedAt: '2026-06-11T00:00:00.000Z',
      url: gdacs('DR', 1_017_300),
    },
  },
  landslide: {
    description: 'A landslide.',
    example: {
      change: 'new',
      title: 'Landslide in Enga Province, Papua New Guinea',
      severity: 3,
      position: { lat: -5.38, lon: 143.36 },
      provider: 'eonet',
      startedAt: '2026-05-24T03:00:00.000Z',
      url: eonet(6_500),
    },
  },
  sea_ice: {
    description: 'An iceberg, or sea or lake ice.',
    example: {
      change: 'updated',
      title: 'Iceberg A23H',
      severity: 1,
      position: { lat: -52.6, lon: -39.1 },
      provider: 'eonet',
      startedAt: '2026-09-05T00:00:00.000Z',
      magnitude: { value: 120, unit: 'NM^2' },
      url: eonet(15_120),
    },
  },
  dust: {
    description: 'Dust or haze.',
    example: {
      change: 'new',
      title: 'Dust from the Sahara over the Canary Islands',
      severity: 2,
      position: { lat: 28.3, lon: -14.6 },
      provider: 'eonet',
      startedAt: '2026-02-14T00:00:00.000Z',
      url: eonet(14_010),
    },
  },
  extreme_temperature: {
    description: 'Extreme heat or cold.',
    example: {
      change: 'new',
      title: 'Heat wave in the south of Spain',
      severity: 3,
      position: { lat: 37.39, lon: -5.98 },
      provider: 'eonet',
      startedAt: '2026-08-09T00:00:00.000Z',
      url: eonet(14_890),
    },
  },
  snow: {
    description: 'Extreme snowfall.',
    example: {
      change: 'new',
      title: 'Heavy snowfall in Buffalo, New York',
      severity: 3,
      position: { lat: 42.88, lon: -78.87 },
      provider: 'eonet',
      startedAt: '2026-01-18T00:00:00.000Z',
      url: eonet(13_600),
    },
  },
  water_colour: {
    description: 'Discolored water, such as algae or sediment.',
    example: {
      change: 'ended',
      title: 'Algae in the Baltic Sea',
      severity: 1,
      position: { lat: 57.9, lon: 19.6 },
      provider: 'eonet',
      startedAt: '2026-07-12T00:00:00.000Z',
      endedAt: '2026-08-03T00:00:00.000Z',
      url: eonet(14_700),
    },
  },
  manmade: {
    description: 'An accident or another event caused by people.',
    example: {
      change: 'new',
      title: 'Fire at a refinery near Houston, Texas',
      severity: 3,
      position: { lat: 29.71, lon: -95.13 },
      provider: 'eonet',
      startedAt: '2026-03-17T10:30:00.000Z',
      url: eonet(13_900),
    },
  },
  conflict: {
    description: 'Fighting, an attack or another use of force, reported by the news.',
    example: {
      change: 'new',
      title: 'Fighting in Khartoum, Sudan',
      severity: 4,
      position: { lat: 15.59, lon: 32.53 },
      provider: 'gdelt',
      startedAt: '2026-11-19T00:00:00.000Z',
      url: 'https://news.example.org/2026/11/19/fighting-in-khartoum',
    },
  },
  unrest: {
    description: 'A protest or riot, reported by the news.',
    example: {
      change: 'new',
      title: 'Protest in Lima, Peru',
      severity: 2,
      position: { lat: -12.05, lon: -77.04 },
      provider: 'gdelt',
      startedAt: '2026-11-18T00:00:00.000Z',
      url: 'https://news.example.org/2026/11/18/protest-in-lima',
    },
  },
});

/** Types of events that this service detects in the movements of vessels and aircraft. */
export const detections = types({
  emergency_squawk: {
    description: 'An aircraft reports an emergency by its transponder code or its emergency state.',
    example: {
      change: 'new',
      title: 'DLH4AB: emergency squawk 7700',
      severity: 4,
      position: { lat: 50.31, lon: 8.12 },
      provider: 'detector',
      startedAt: '2026-11-20T14:03:11.000Z',
      entities: ['aircraft:3c6444'],
    },
  },
  ais_gap: {
    description:
      'A vessel under way stopped reporting in an area where other vessels are received. It ends when the ' +
      'vessel reports again, or after a week.',
    example: {
      change: 'new',
      title: 'EMMA MAERSK: AIS signal lost',
      severity: 3,
      position: { lat: 12.61, lon: 43.33 },
      provider: 'detector',
      startedAt: '2026-11-20T04:12:00.000Z',
      entities: ['vessel:220417000'],
    },
  },
  loitering: {
    description: 'A vessel stays in a small area of the open sea without a reported reason.',
    example: {
      change: 'new',
      title: 'NORDIC STAR: loitering for 6 hours',
      severity: 2,
      position: { lat: 35.92, lon: 14.81 },
      provider: 'detector',
      startedAt: '2026-11-20T09:40:00.000Z',
      entities: ['vessel:219024336'],
    },
  },
  port_call: {
    description: 'A vessel has arrived at a port and stopped there. It ends when the vessel leaves.',
    example: {
      change: 'ended',
      title: 'STENA BRITANNICA: port call at Hoek van Holland',
      severity: 1,
      position: { lat: 51.98, lon: 4.13 },
      provider: 'detector',
      startedAt: '2026-11-20T06:55:00.000Z',
      endedAt: '2026-11-20T13:20:00.000Z',
      entities: ['vessel:235080274'],
    },
  },
  close_approach: {
    description: 'Two vessels, or two aircraft en route, pass or will pass very close to each other.',
    example: {
      change: 'new',
      title: 'ATLANTIC SKY and BALTIC TRADER: closest approach 62 m',
      severity: 3,
      position: { lat: 54.42, lon: 11.87 },
      provider: 'detector',
      startedAt: '2026-11-20T22:31:40.000Z',
      entities: ['vessel:311000432', 'vessel:244820000'],
    },
  },
  implausible_jump: {
    description: 'A vessel or aircraft reports two positions that it cannot have traveled between.',
    example: {
      change: 'new',
      title: 'MMSI 636019825: position jump of 412 km',
      severity: 2,
      position: { lat: 25.41, lon: 56.72 },
      provider: 'detector',
      startedAt: '2026-11-20T17:08:02.000Z',
      endedAt: '2026-11-20T17:08:02.000Z',
      entities: ['vessel:636019825'],
    },
  },
  gps_degradation: {
    description: 'Several aircraft in an area report degraded satellite navigation.',
    example: {
      change: 'updated',
      title: 'GPS degradation: 14 of 22 aircraft',
      severity: 3,
      position: { lat: 54.7, lon: 20.5 },
      provider: 'detector',
      startedAt: '2026-11-20T19:20:00.000Z',
    },
  },
});
