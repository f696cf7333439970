import type { Topic } from './happening.js';

/** Headlines of one topic, and sentences for the summaries below them. */
export interface EnglishWording {
  titles: readonly [string, ...string[]];
  /** Sentences about the event, one of which begins each summary. */
  leads: readonly [string, string, string];
  /** Sentences about the consequences, one of which ends each summary. */
  details: readonly [string, string, string];
}

export const englishWordings: Readonly<Record<Topic, EnglishWording>> = {
  rise: {
    titles: [
      '{name} rises {percent}% in active trading',
      '{name} rises {percent}% in active trading, buyers return',
      'Strong demand: {name} rises {percent}% in active trading',
    ],
    leads: [
      '{name} gains {percent}% from its previous close.',
      'A gain of {percent}% puts {name} among the day’s strongest performers.',
      '{name} trades {percent}% above its previous close.',
    ],
    details: [
      'Analysts point to strong demand and welcome the recovery.',
      'Traders speak of renewed confidence and brisk buying.',
      'Volume is above average, and optimism prevails.',
    ],
  },
  fall: {
    titles: [
      '{name} falls {percent}% in active trading',
      '{name} falls {percent}% in active trading, sellers dominate',
      'Investors retreat: {name} falls {percent}% in active trading',
    ],
    leads: [
      '{name} loses {percent}% from its previous close.',
      'A loss of {percent}% puts {name} among the day’s weakest performers.',
      '{name} trades {percent}% below its previous close.',
    ],
    details: [
      'Analysts warn of weak demand and further losses.',
      'Traders speak of lost confidence and heavy selling.',
      'Volume is above average, and pessimism prevails.',
    ],
  },
  upgrade: {
    titles: [
      'Analysts raise targets for {name} after a weekly gain of {percent}%',
      '{name} up {percent}% in a week, analysts raise targets',
      'Upgrades for {name} after a weekly gain of {percent}%',
    ],
    leads: [
      '{name} has gained {percent}% in a week, and analysts raise their price targets.',
      'Several analysts raise their price targets for {name}, which trades {percent}% above its price of a week ago.',
      'A weekly gain of {percent}% prompts analysts to expect more of {name}.',
    ],
    details: [
      'They praise strong growth and rising profits.',
      'They expect healthy demand and call the company a leader of its industry.',
      'They are confident that the next quarterly figures will please investors.',
    ],
  },
  downgrade: {
    titles: [
      'Analysts cut targets for {name} after a weekly loss of {percent}%',
      '{name} down {percent}% in a week, analysts cut targets',
      'Downgrades for {name} after a weekly loss of {percent}%',
    ],
    leads: [
      '{name} has lost {percent}% in a week, and analysts cut their price targets.',
      'Several analysts cut their price targets for {name}, which trades {percent}% below its price of a week ago.',
      'A weekly loss of {percent}% prompts analysts to expect less of {name}.',
    ],
    details: [
      'They warn of weak demand and shrinking margins.',
      'They fear that costs rise faster than sales, and see risks for the dividend.',
      'They doubt that the next quarterly figures will please investors.',
    ],
  },
  steady: {
    titles: [
      'Analysts keep targets for {name}, {percent}% from last week',
      '{name} within {percent}% of last week, analysts keep targets',
      'Targets for {name} stay, {percent}% from last week',
    ],
    leads: [
      '{name} trades within {percent}% of its price of a week ago, and analysts keep their price targets.',
      'Analysts keep their price targets for {name}, which has moved by {percent}% in a week.',
      'After a week with a change of {percent}%, analysts leave their view of {name} as it is.',
    ],
    details: [
      'They wait for the next quarterly figures.',
      'They point to the calendar of the coming weeks.',
      'They ask for more detail about the plans of the company.',
    ],
  },
  earthquake: {
    titles: [
      'Magnitude {size} earthquake strikes: {place}',
      'Shallow magnitude {size} earthquake strikes: {place}',
      'Magnitude {size} earthquake strikes, tremors felt: {place}',
    ],
    leads: [
      'An earthquake of magnitude {size} is recorded, {place}.',
      'Instruments register magnitude {size}, {place}.',
      'The ground shook with magnitude {size}, {place}.',
    ],
    details: [
      'Authorities check for damage.',
      'Residents report that they felt it; aftershocks are possible.',
      'Inspectors examine bridges and railway lines.',
    ],
  },
  storm: {
    titles: [
      'Tropical storm forms, {place}',
      'Tropical storm forms: ships warned, {place}',
      'New tropical storm forms, {place}',
    ],
    leads: [
      'A tropical storm has formed with winds of {size} knots, {place}.',
      'Winds reach {size} knots in a new tropical storm, {place}.',
      'Forecasters follow a tropical storm with winds of {size} knots, {place}.',
    ],
    details: [
      'Ships are advised to keep clear.',
      'Meteorologists expect it to strengthen; coastal towns prepare.',
      'Several shipping companies have changed their routes.',
    ],
  },
  wildfire: {
    titles: [
      'Wildfire spreads in {place}',
      'Wildfire spreads quickly in {place}',
      'Crews fight wildfire that spreads in {place}',
    ],
    leads: [
      'A wildfire has burnt {size} acres in {place}.',
      'Flames have spread over {size} acres in {place}.',
      'The fire in {place} now covers {size} acres.',
    ],
    details: [
      'Residents are asked to prepare for evacuation.',
      'Fire engines and helicopters are in action, but wind hampers their crews.',
      'Smoke reduces visibility on nearby roads.',
    ],
  },
  flood: {
    titles: [
      'Floods hit {place} after heavy rain',
      'Heavy rain: floods hit {place}',
      'Floods hit {place}, roads closed after heavy rain',
    ],
    leads: [
      'Floods after heavy rain hit {place}.',
      'Rivers in {place} have burst their banks after heavy rain.',
      'After days of rain, large parts of {place} are under water.',
    ],
    details: [
      'Roads are closed and deliveries delayed.',
      'Rescue teams bring residents to safety by boat.',
      'Several factories have suspended production.',
    ],
  },
  volcano: {
    titles: [
      'Volcano erupts: {place}',
      'Volcano erupts, flights diverted: {place}',
      'Ash cloud as volcano erupts: {place}',
    ],
    leads: [
      'The volcano {place} erupts.',
      'An eruption has begun at the volcano {place}.',
      'The volcano {place} sends ash into the sky.',
    ],
    details: [
      'Aircraft avoid the ash cloud.',
      'Villages on its slopes are prepared for evacuation.',
      'Airlines warn of delays and cancelled flights.',
    ],
  },
  breakdown: {
    titles: [
      '{ship} reports {cause} {distance} km from {port}',
      'Ship {ship} reports {cause} {distance} km from {port}',
      '{ship} reports {cause} {distance} km from {port}, crew safe',
    ],
    leads: [
      'The vessel {ship} (MMSI {mmsi}) reports {cause} {distance} km from {port}.',
      '{distance} km from {port}, the vessel {ship} (MMSI {mmsi}) has stopped after {cause}.',
      'After {cause} the vessel {ship} (MMSI {mmsi}) is adrift {distance} km from {port}.',
    ],
    details: [
      'The crew is safe and a tug is on its way.',
      'The coast guard coordinates the assistance; no injuries are reported.',
      'Its operator has ordered a salvage team to the ship.',
    ],
  },
  congestion: {
    titles: [
      '{count} ships wait outside the port of {port}',
      '{count} ships wait outside congested port of {port}',
      'Congestion: {count} ships wait outside the port of {port}',
    ],
    leads: [
      'Congestion at the port of {port} keeps {count} ships waiting.',
      'At the port of {port}, {count} ships are at anchor until a berth is free.',
      'The queue outside the port of {port} has grown to {count} ships.',
    ],
    details: [
      'Carriers expect delays of several days.',
      'Freight forwarders look for alternatives, and rates rise.',
      'The port authority blames a shortage of truck drivers.',
    ],
  },
  strike: {
    titles: [
      'Dock workers strike at the port of {port}',
      'Port of {port}: dock workers strike over pay',
      'Dock workers strike at the port of {port} over pay',
    ],
    leads: [
      'Dock workers at the port of {port} have stopped work over pay; {count} ships are affected.',
      'A strike over pay has closed terminals at the port of {port}, with {count} ships affected.',
      'Cranes stand still at the port of {port}: dock workers demand higher pay, and {count} ships wait.',
    ],
    details: [
      'Negotiations are due to resume in the evening.',
      'The union expects the action to last for days, and importers fear shortages.',
      'Employers call the demands excessive.',
    ],
  },
};
