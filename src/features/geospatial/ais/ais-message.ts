/** What every message says of its sender. Numbers are as ITU-R M.1371 sends them, with its values for "not available". */
interface Head {
  /** How often it was repeated, 0–3. */
  repeat: number;
  mmsi: number;
}

/** Where: in 1/10 000 of a minute of arc (600 000 to the degree); 181° and 91° are not available. */
interface Place {
  /** Better than 10 m. */
  accuracy: boolean;
  lon: number;
  lat: number;
}

/** How large: metres from the antenna to bow, stern, port and starboard; 511 and 63 are "or more". */
interface Extent {
  bow: number;
  stern: number;
  port: number;
  starboard: number;
}

/** Class A, on the way. */
export interface PositionMessage extends Head, Place {
  type: 1 | 2 | 3;
  /** 15 is not defined. */
  status: number;
  /** 4.733 times the root of the degrees a minute; ±127 is more than 5° in 30 s, −128 not available. */
  turn: number;
  /** 1/10 knot; 1022 is "or more", 1023 not available. */
  speed: number;
  /** 1/10 degree; 3600 is not available. */
  course: number;
  /** Degrees; 511 is not available. */
  heading: number;
  /** UTC second of the fix; 60: not available, 61: manual input, 62: dead reckoning, 63: inoperative. */
  second: number;
  maneuver: number;
  raim: boolean;
  radio: number;
}

/** Time and position of a base station, or (11) of a vessel on request. */
export interface BaseStationMessage extends Head, Place {
  type: 4 | 11;
  /** 0 where not available, as month and day; hour 24, minute 60 and second 60. */
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  epfd: number;
  raim: boolean;
  radio: number;
}

/** Class A: static and voyage data. */
export interface VoyageMessage extends Head, Extent {
  type: 5;
  version: number;
  imo: number;
  callsign: string;
  name: string;
  shipType: number;
  epfd: number;
  /** 0 where not available, as day; hour 24 and minute 60. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  /** 1/10 m; 0 is not available. */
  draught: number;
  destination: string;
  /** False when the data terminal is ready. */
  dte: boolean;
}

export interface SarAircraftMessage extends Head, Place {
  type: 9;
  /** Metres; 4094 is "or more", 4095 not available. */
  altitude: number;
  /** Knots; 1023 is not available. */
  speed: number;
  course: number;
  second: number;
  regional: number;
  dte: boolean;
  assigned: boolean;
  raim: boolean;
  radio: number;
}

/** Class B, on the way. Speed, course, heading and second as in class A. */
export interface ClassBMessage extends Head, Place {
  type: 18;
  reserved: number;
  speed: number;
  course: number;
  heading: number;
  second: number;
  regional: number;
  /** True for a carrier-sense unit. */
  cs: boolean;
  display: boolean;
  dsc: boolean;
  band: boolean;
  msg22: boolean;
  assigned: boolean;
  raim: boolean;
  radio: number;
}

export interface ClassBExtendedMessage extends Head, Place, Extent {
  type: 19;
  reserved: number;
  speed: number;
  course: number;
  heading: number;
  second: number;
  regional: number;
  name: string;
  shipType: number;
  epfd: number;
  raim: boolean;
  dte: boolean;
  assigned: boolean;
}

export interface AidMessage extends Head, Place, Extent {
  type: 21;
  aidType: number;
  /** With its extension. */
  name: string;
  epfd: number;
  second: number;
  /** Means something while `second` is below 60. */
  offPosition: boolean;
  regional: number;
  raim: boolean;
  /** There is no buoy: only this message says so. */
  virtual: boolean;
  assigned: boolean;
}

/** Class B static data, part A: name. */
export interface StaticNameMessage extends Head {
  type: 24;
  part: 0;
  name: string;
}

/** Class B static data, part B. */
export interface StaticDetailMessage extends Head, Extent {
  type: 24;
  part: 1;
  shipType: number;
  vendor: string;
  model: number;
  serial: number;
  callsign: string;
  /** MMSI of the mother ship of a craft (98MIDxxxx), sent instead of dimensions; 0 otherwise. */
  mothership: number;
}

/** To satellites: in 1/10 of a minute of arc (600 to the degree). */
export interface LongRangeMessage extends Head, Place {
  type: 27;
  raim: boolean;
  status: number;
  /** Knots; 63 is not available. */
  speed: number;
  /** Degrees; 511 is not available. */
  course: number;
  /** The position is older than 5 s. */
  late: boolean;
}

export type AisMessage =
  | PositionMessage
  | BaseStationMessage
  | VoyageMessage
  | SarAircraftMessage
  | ClassBMessage
  | ClassBExtendedMessage
  | AidMessage
  | StaticNameMessage
  | StaticDetailMessage
  | LongRangeMessage;
