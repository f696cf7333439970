import { MINUTE_MS } from '../../../../time/durations.js';
import { type Emergency, emergencies } from '../../aircraft.js';
import { NON_ICAO } from '../../layer.js';
import type { AircraftReport } from '../../observation.js';
import type { Position } from '../../position.js';
import { callsignOf } from '../aircraft-words.js';
import { emergencyOfSquawk } from '../emergency-of-squawk.js';
import { BeastSplitter, type BeastTaker, HEADER_BYTES } from './beast-splitter.js';
import { compact } from './compact-position.js';
import { parityOf } from './mode-s-parity.js';
import {
  callsignOfBits,
  feetOfCode,
  feetOfShortCode,
  knotsOfMovement,
  squawkOfCode,
  type Velocity,
  velocityOf,
} from './mode-s-values.js';
import { ReceiverClock } from './receiver-clock.js';
import { TrackedAircraft } from './tracked-aircraft.js';

export interface BeastReaderOptions {
  /** The provider that every report gets. */
  provider: string;
  /** Returns the current time (ms). */
  now(): number;
  take(report: AircraftReport): void;
  /** Position of the receiver, which positions on the ground need and distant positions are compared with. */
  receiver?(): Position | undefined;
  /** Maximum number of aircraft in memory; messages of further ones are counted as `too_many`. */
  maxAircraft?: number;
}

/**
 * Reasons for skipping bytes or a message: bytes outside messages, an incomplete message or one of an unknown type, a
 * content that does not fit the type, a wrong parity, an impossible value, and too many aircraft.
 */
export const beastFaults = ['no_start', 'length', 'format', 'parity', 'value', 'too_many'] as const;
export type BeastFault = (typeof beastFaults)[number];

const MAX_AIRCRAFT = 20_000;
/** Time (ms) for which an aircraft is remembered after its last squitter, and interval of removals. */
const REMEMBERED_MS = 5 * MINUTE_MS;
const SWEEP_MS = MINUTE_MS;

const [SHORT, LONG] = [0x32, 0x33];
/** The time of messages that a program computed by multilateration (readsb, `MAGIC_MLAT_TIMESTAMP`). */
const MULTILATERATION_TICKS = 0xff004d4c4154;
/** First byte of the message, and of the content of an extended squitter. */
const START = HEADER_BYTES;
const CONTENT = START + 4;
/** Sets of emitter categories by type code, 1 to 4. */
const categorySets = 'DCBA';

/** The sender of an extended squitter. */
interface Sender {
  key: number;
  positionSource: 'adsb' | 'adsr' | 'tisb' | 'mlat';
}

/**
 * Reads messages of the Beast format from chunks of any size, and decodes extended squitters (ADS-B, TIS-B and ADS-R:
 * identity, position, velocity, emergency) and replies of known aircraft (altitude, squawk). Messages with a wrong
 * parity are skipped and never corrected. Never throws, and its memory is bounded.
 */
export class BeastReader implements BeastTaker {
  readonly counts: Record<BeastFault, number> = { no_start: 0, length: 0, format: 0, parity: 0, value: 0, too_many: 0 };
  /** Number of messages with a report. */
  messages = 0;
  /** Number of valid messages without data of an aircraft or of unknown senders, and of uncertain positions. */
  passed = 0;
  private readonly splitter = new BeastSplitter(this);
  private readonly clock = new ReceiverClock();
  private readonly aircraft = new Map<number, TrackedAircraft>();
  private sweptAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: BeastReaderOptions) {}

  /** Number of aircraft in memory. */
  get size(): number {
    return this.aircraft.size;
  }

  /** Reads a chunk of a stream, which may end anywhere in a message. @returns the number of reports it completed */
  write(chunk: Uint8Array): number {
    const before = this.messages;
    this.splitter.write(chunk);
    return this.messages - before;
  }

  /** Drops the incomplete message at the end of a stream. @returns 0 */
  end(): number {
    this.splitter.end();
    return 0;
  }

  /** Reads one message; called by the splitter. */
  message(type: number, bytes: Uint8Array): void {
    if (type !== SHORT && type !== LONG) {
      this.passed += 1;
      return;
    }
    const format = (bytes[START] as number) >> 3;
    if (format >= 16 !== (type === LONG)) {
      this.counts.format += 1;
      return;
    }
    const parity = parityOf(bytes, START, type === LONG ? 14 : 7);
    if (format === 17 || format === 18) this.squitter(format, bytes, parity);
    else if (format === 11) this.allCall(bytes, parity);
    else if (format === 4 || format === 5 || format === 20 || format === 21) this.reply(format, bytes, parity);
    else this.passed += 1;
  }

  noise(): void {
    this.counts.no_start += 1;
  }

  broken(): void {
    this.counts.length += 1;
  }

  private squitter(format: number, bytes: Uint8Array, parity: number): void {
    if (parity !== 0) {
      this.counts.parity += 1;
      return;
    }
    const sender = senderOf(format, bytes);
    const known = sender && this.known(sender.key);
    if (sender === undefined || known === undefined) {
      if (sender === undefined) this.passed += 1;
      return;
    }
    const values = this.contents(bytes, sender, known);
    if (values === undefined) this.passed += 1;
    else this.report(sender.key, bytes, values);
  }

  /** Remembers the sender of an all-call reply to no interrogator, whose parity is complete. */
  private allCall(bytes: Uint8Array, parity: number): void {
    if (parity === 0) this.known(addressOf(bytes));
    if ((parity & 0xffff80) === 0) this.passed += 1;
    else this.counts.parity += 1;
  }

  /** Reads a reply, whose parity has the address: it counts if an aircraft with the address is known. */
  private reply(format: number, bytes: Uint8Array, address: number): void {
    const known = this.aircraft.get(address);
    if (known === undefined || this.options.now() - known.seenAt > REMEMBERED_MS) {
      this.passed += 1;
      return;
    }
    const code = (((bytes[START + 2] as number) << 8) | (bytes[START + 3] as number)) & 0x1fff;
    if (format === 5 || format === 21) this.report(address, bytes, squawked(squawkOfCode(code)));
    else {
      const altitudeFeet = feetOfCode(code);
      if (altitudeFeet === undefined) this.passed += 1;
      else this.report(address, bytes, { altitudeFeet });
    }
  }

  /** Returns the values of an extended squitter by its type code; undefined without any. */
  private contents(bytes: Uint8Array, sender: Sender, known: TrackedAircraft): Partial<AircraftReport> | undefined {
    const first = bytes[CONTENT] as number;
    const code = first >> 3;
    if (code >= 1 && code <= 4) return this.identity(bytes, code);
    if (code >= 5 && code <= 8) return this.surface(bytes, sender, known);
    if ((code >= 9 && code <= 18) || (code >= 20 && code <= 22)) return this.airborne(bytes, code, sender, known);
    if (code === 19) {
      const velocity = velocityOf(bytes, CONTENT);
      if (velocity === undefined) return undefined;
      const { headingDegrees: _, ...values } = velocity;
      return Object.keys(values).length === 0 ? undefined : roundedSpeeds(values);
    }
    if (code === 28 && (first & 7) === 1) {
      const second = bytes[CONTENT + 1] as number;
      const squawk = squawkOfCode(((second & 0x1f) << 8) | (bytes[CONTENT + 2] as number));
      const state = emergencies[second >> 5] as Emergency;
      const values = squawked(squawk);
      return state === 'none' ? values : { ...values, emergency: state };
    }
    return undefined;
  }

  private identity(bytes: Uint8Array, code: number): Partial<AircraftReport> | undefined {
    const number = (bytes[CONTENT] as number) & 7;
    const callsign = callsignOf(callsignOfBits(bytes, CONTENT + 1));
    if (callsign === undefined) this.counts.value += 1;
    const category = number === 0 ? {} : { category: `${categorySets[code - 1]}${number}` };
    return callsign === undefined && number === 0 ? undefined : { ...category, callsign };
  }

  private airborne(
    bytes: Uint8Array,
    code: number,
    { positionSource }: Sender,
    known: TrackedAircraft,
  ): Partial<AircraftReport> | undefined {
    const [one, two] = [bytes[CONTENT + 1] as number, bytes[CONTENT + 2] as number];
    // The altitude of type codes 20 to 22 is above the ellipsoid, and receivers differ about its unit.
    const altitudeFeet = code <= 18 ? feetOfShortCode((one << 4) | (two >> 4)) : undefined;
    const place = known.inFlight(this.half(bytes), this.options.receiver?.());
    if (place === undefined) this.passed += 1;
    if (place === undefined && altitudeFeet === undefined) return undefined;
    return { ...(place && { ...rounded(place), positionSource }), altitudeFeet, onGround: false };
  }

  private surface(bytes: Uint8Array, { positionSource }: Sender, known: TrackedAircraft): Partial<AircraftReport> {
    const [none, one, two] = [CONTENT, CONTENT + 1, CONTENT + 2].map((at) => bytes[at] as number) as [
      number,
      number,
      number,
    ];
    const groundSpeedKnots = knotsOfMovement(((none & 7) << 4) | (one >> 4));
    const trackDegrees = (one & 8) === 0 ? undefined : ((((one & 7) << 4) | (two >> 4)) * 360) / 128;
    const place = known.onGround(this.half(bytes), this.options.receiver?.());
    const motion = { groundSpeedKnots, trackDegrees, altitudeFeet: null, onGround: true };
    return place === undefined ? motion : { ...motion, ...rounded(place), positionSource };
  }

  private half(bytes: Uint8Array) {
    const byte = (index: number) => bytes[CONTENT + index] as number;
    const lat = ((byte(2) & 3) << 15) | (byte(3) << 7) | (byte(4) >> 1);
    const lon = ((byte(4) & 1) << 16) | (byte(5) << 8) | byte(6);
    const at = this.options.now();
    const ticks = ticksOf(bytes);
    const clockMs = ticks === MULTILATERATION_TICKS ? Number.NaN : this.clock.millisecondsAt(ticks, at);
    return { ...compact((byte(2) & 4) !== 0, lat, lon), at, clockMs };
  }

  private report(key: number, bytes: Uint8Array, values: Partial<AircraftReport>): void {
    const signal = bytes[START - 1] as number;
    const now = this.options.now();
    this.messages += 1;
    this.options.take({
      key,
      provider: this.options.provider,
      receivedAt: now,
      observedAt: now,
      isTimedOnArrival: true,
      ...values,
      ...(signal > 0 && { rssiDbfs: Math.round(200 * Math.log10(signal / 255)) / 10 }),
    });
  }

  /** Returns the aircraft of a key, and remembers it; undefined if there are too many. */
  private known(key: number): TrackedAircraft | undefined {
    const now = this.options.now();
    let known = this.aircraft.get(key);
    if (known === undefined) {
      if (this.aircraft.size >= (this.options.maxAircraft ?? MAX_AIRCRAFT)) this.sweep(now);
      if (this.aircraft.size >= (this.options.maxAircraft ?? MAX_AIRCRAFT)) {
        this.counts.too_many += 1;
        return undefined;
      }
      known = new TrackedAircraft();
      this.aircraft.set(key, known);
    }
    known.seenAt = now;
    return known;
  }

  /** Forgets aircraft without a squitter for five minutes, at most once a minute. */
  private sweep(now: number): void {
    if (now - this.sweptAt < SWEEP_MS && now >= this.sweptAt) return;
    this.sweptAt = now;
    for (const [key, { seenAt }] of this.aircraft) if (now - seenAt > REMEMBERED_MS) this.aircraft.delete(key);
  }
}

const addressOf = (bytes: Uint8Array): number =>
  ((bytes[START + 1] as number) << 16) | ((bytes[START + 2] as number) << 8) | (bytes[START + 3] as number);

const ticksOf = (bytes: Uint8Array): number =>
  (((bytes[0] as number) << 8) | (bytes[1] as number)) * 2 ** 32 +
  ((bytes[2] as number) * 2 ** 24 +
    (((bytes[3] as number) << 16) | ((bytes[4] as number) << 8) | (bytes[5] as number)));

/**
 * Returns the sender of an extended squitter by its format and control field (DO-260B, 2.2.3.2.1); undefined for
 * coarse TIS-B, reserved codes, and rebroadcast positions whose address is not an ICAO address.
 */
function senderOf(format: number, bytes: Uint8Array): Sender | undefined {
  const address = addressOf(bytes);
  const isMultilateration = ticksOf(bytes) === MULTILATERATION_TICKS;
  const source = (own: Sender['positionSource']) => (isMultilateration ? 'mlat' : own);
  if (address === 0) return undefined;
  if (format === 17) return { key: address, positionSource: source('adsb') };
  switch ((bytes[START] as number) & 7) {
    case 0:
      return { key: address, positionSource: source('adsb') };
    case 1:
      return { key: address + NON_ICAO, positionSource: source('adsb') };
    case 2:
      return isOther(bytes) ? undefined : { key: address, positionSource: source('tisb') };
    case 5:
      return { key: address + NON_ICAO, positionSource: source('tisb') };
    case 6:
      return isOther(bytes) ? undefined : { key: address, positionSource: source('adsr') };
    default:
      return undefined;
  }
}

/** True for a rebroadcast message whose address is a Mode A code or a number of the ground station. */
function isOther(bytes: Uint8Array): boolean {
  const [first, second, third] = [CONTENT, CONTENT + 1, CONTENT + 2].map((at) => bytes[at] as number) as [
    number,
    number,
    number,
  ];
  const code = first >> 3;
  if (code >= 5 && code <= 8) return (third & 8) !== 0;
  if (code === 19) return (second & 0x80) !== 0;
  return ((code >= 9 && code <= 18) || (code >= 20 && code <= 22)) && (first & 1) !== 0;
}

const squawked = (squawk: string): Partial<AircraftReport> =>
  squawk === '0000' ? {} : { squawk, emergency: emergencyOfSquawk[squawk] ?? 'none' };

const rounded = ({ lat, lon }: Position): Position => ({
  lat: Math.round(lat * 1e6) / 1e6,
  lon: Math.round(lon * 1e6) / 1e6,
});

const twoDigits = (value: number): number => Math.round(value * 100) / 100;

const roundedSpeeds = ({ groundSpeedKnots, trackDegrees, ...rest }: Velocity): Velocity => ({
  ...rest,
  ...(groundSpeedKnots !== undefined && { groundSpeedKnots: twoDigits(groundSpeedKnots) }),
  ...(trackDegrees !== undefined && { trackDegrees: twoDigits(trackDegrees) % 360 }),
});
