import type { AisMessage } from '../../src/features/geospatial/ais/ais-message.js';

/** A line of `gpsdecode -j`. */
export type Reference = Record<string, unknown> & { type: number; mmsi: number };

const fixed = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0;
const degrees = ({ lon, lat }: { lon: number; lat: number }) => ({ lon: fixed(lon / 600_000, 6), lat: fixed(lat / 600_000, 6) });
const sides = ({ bow, stern, port, starboard }: { bow: number; stern: number; port: number; starboard: number }) => ({
  ...{ to_bow: bow, to_stern: stern, to_port: port, to_starboard: starboard },
});
const knots = (speed: number) => (speed === 1023 ? 'nan' : speed === 1022 ? 'fast' : speed / 10);
/** To tenths, and halves to the even one, as C rounds. */
const tenth = (value: number) => (Number.isInteger(value * 4) && !Number.isInteger(value * 2) ? Math.round((value * 10) / 2) / 5 : fixed(value, 1)) + 0;
const two = (value: number) => String(value).padStart(2, '0');

function turnOf(turn: number): number | string {
  if (turn === -128) return 'nan';
  if (Math.abs(turn) === 127) return turn < 0 ? 'fastleft' : 'fastright';
  // gpsd 3.22 squares the sign away.
  return fixed((turn / 4.733) ** 2, 0);
}

const statuses = [
  'Under way using engine',
  'At anchor',
  'Not under command',
  'Restricted manoeuverability',
  'Constrained by her draught',
  'Moored',
  'Aground',
  'Engaged in fishing',
  'Under way sailing',
];

/** A message under the names and in the units that `gpsdecode -j` of gpsd 3.22 uses, as far as it tells what was sent. */
export function asGpsdecode(message: AisMessage): Record<string, unknown> {
  const { type, mmsi, repeat } = message;
  const head = { type, repeat, mmsi };
  switch (message.type) {
    case 1:
    case 2:
    case 3: {
      const { status, turn, speed, accuracy, course, heading, second, maneuver, raim, radio } = message;
      const motion = { status, turn: turnOf(turn), speed: knots(speed), course: course / 10, heading, second, maneuver };
      return { ...head, ...motion, accuracy, raim, radio, ...degrees(message) };
    }
    case 4:
    case 11: {
      const { year, month, day, hour, minute, second, accuracy, epfd, raim, radio } = message;
      const timestamp = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}Z`;
      return { ...head, timestamp, accuracy, epfd, raim, radio, ...degrees(message) };
    }
    case 5: {
      const { imo, version, callsign, name, shipType, epfd, month, day, hour, minute, draught, destination, dte } = message;
      const eta = `${two(month)}-${two(day)}T${two(hour)}:${two(minute)}Z`;
      const ship = { imo, ais_version: version, callsign, shipname: name, shiptype: shipType, epfd, ...sides(message) };
      return { ...head, ...ship, eta, draught: draught / 10, destination, dte: Number(dte) };
    }
    case 9: {
      const { altitude, speed, accuracy, course, second, regional, dte, raim, radio } = message;
      const motion = {
        alt: altitude === 4095 ? 'nan' : altitude === 4094 ? 'high' : altitude,
        speed: speed === 1023 ? 'nan' : speed === 1022 ? 'fast' : speed,
        course: course / 10,
        second,
      };
      return { ...head, ...motion, accuracy, regional, dte: Number(dte), raim, radio, ...degrees(message) };
    }
    case 18: {
      const { reserved, speed, accuracy, course, heading, second, regional, cs, display, dsc, band, msg22, raim, radio } = message;
      const unit = { reserved, regional, cs, display, dsc, band, msg22, raim, radio };
      return { ...head, ...unit, speed: speed / 10, accuracy, course: course / 10, heading, second, ...degrees(message) };
    }
    case 19: {
      const { reserved, speed, accuracy, course, heading, second, regional, name, shipType, epfd, raim, dte, assigned } = message;
      const ship = { shipname: name, shiptype: shipType, epfd, raim, dte: Number(dte), assigned, ...sides(message) };
      return { ...head, ...ship, reserved, regional, speed: speed / 10, accuracy, course: course / 10, heading, second, ...degrees(message) };
    }
    case 21: {
      const { aidType, name, accuracy, epfd, second, offPosition, regional, raim, virtual } = message;
      return {
        ...head,
        aid_type: aidType,
        name,
        accuracy,
        epfd,
        second,
        off_position: offPosition,
        regional,
        raim,
        virtual_aid: virtual,
        ...sides(message),
        ...degrees(message),
      };
    }
    case 24:
      if (message.part === 0) return { ...head, shipname: message.name };
      return { ...head, shiptype: message.shipType, model: message.model, serial: message.serial, callsign: message.callsign, ...sides(message) };
    case 27: {
      const { status, accuracy, speed, course, raim, late, lon, lat } = message;
      const place = { lon: tenth(lon / 600), lat: tenth(lat / 600) };
      return {
        ...head,
        status: statuses[status] ?? 'Not defined',
        accuracy,
        speed: speed === 63 ? 'nan' : speed,
        course,
        raim,
        gnss: late,
        ...place,
      };
    }
  }
}

export interface Agreement {
  /** References of types that are decoded. */
  references: number;
  /** Of them, those that a message was found for. */
  found: number;
  /** `type field: ours, theirs`, by how often. */
  differences: Map<string, number>;
  /** Those that no message was found for. */
  missing: string[];
  /** Messages that no reference is of. */
  extra: AisMessage[];
}

/** Compares in order: a reference is of the next message of the same type and sender. Pairs of type 24 are put together as gpsd does. */
export function compare(messages: readonly AisMessage[], references: readonly Reference[]): Agreement {
  const decoded = new Set([1, 2, 3, 4, 5, 9, 11, 18, 19, 21, 24, 27]);
  const agreement: Agreement = { references: 0, found: 0, differences: new Map(), missing: [], extra: [] };
  const waiting = new Map<string, AisMessage[]>();
  const names = new Map<number, string[]>();
  for (const message of messages) {
    if (message.type === 24 && message.part === 0) {
      names.set(message.mmsi, [...(names.get(message.mmsi) ?? []), message.name]);
      continue;
    }
    const key = `${message.type} ${message.mmsi}`;
    const list = waiting.get(key);
    if (list) list.push(message);
    else waiting.set(key, [message]);
  }
  for (const reference of references) {
    if (!decoded.has(reference.type)) continue;
    agreement.references += 1;
    const queue = waiting.get(`${reference.type} ${reference.mmsi}`) ?? [];
    const best = queue.slice(0, 12).map((message) => ({ message, wrong: wrongIn(message, reference, names) }));
    const chosen = best.reduce<(typeof best)[number] | undefined>(
      (least, one) => (least === undefined || one.wrong.length < least.wrong.length ? one : least),
      undefined,
    );
    if (chosen === undefined) {
      agreement.missing.push(JSON.stringify(reference));
      continue;
    }
    agreement.found += 1;
    agreement.extra.push(...queue.splice(0, queue.indexOf(chosen.message) + 1).slice(0, -1));
    for (const wrong of chosen.wrong) agreement.differences.set(wrong, (agreement.differences.get(wrong) ?? 0) + 1);
  }
  for (const rest of waiting.values()) agreement.extra.push(...rest);
  return agreement;
}

function wrongIn(message: AisMessage, reference: Reference, names: ReadonlyMap<number, string[]>): string[] {
  const ours = asGpsdecode(message);
  if (message.type === 24) ours.shipname = names.get(message.mmsi)?.includes(String(reference.shipname)) ? reference.shipname : names.get(message.mmsi);
  return Object.entries(ours)
    .filter(([name, value]) => value !== reference[name])
    .map(([name, value]) => `${message.type} ${name}: ${JSON.stringify(value)}, ${JSON.stringify(reference[name])}`);
}
