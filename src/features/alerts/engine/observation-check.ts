import type { Observation } from './observation.js';

/**
 * Whether all numbers of an observation are finite. NaN would make every comparison false, as if the condition had
 * ended.
 */
export function isValidObservation(observation: Observation): boolean {
  if (!Number.isFinite(observation.at)) return false;
  switch (observation.kind) {
    case 'quote':
      return observation.price === null || Number.isFinite(observation.price);
    case 'candle': {
      const { time, high, low, close, volume } = observation.candle;
      return [time.getTime(), high, low, close, volume ?? 0].every(Number.isFinite);
    }
    case 'position':
      return Number.isFinite(observation.lat) && Number.isFinite(observation.lon);
    case 'transition':
      return Number.isFinite(observation.staySeconds);
    case 'geo_event':
      return [observation.lat, observation.lon, observation.severity].every(Number.isFinite);
    case 'feed':
      return observation.lastSuccessAt === null || Number.isFinite(observation.lastSuccessAt);
    case 'figure':
      return observation.value === null || Number.isFinite(observation.value);
    case 'portfolio':
      return Object.values(observation.metrics).every((value) => value === null || Number.isFinite(value));
    case 'portfolio_places':
      return observation.places.every(({ lat, lon }) => Number.isFinite(lat) && Number.isFinite(lon));
    default:
      return true;
  }
}
