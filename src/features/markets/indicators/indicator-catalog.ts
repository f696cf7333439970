import { averageKinds } from './kinds/averages.js';
import { bandKinds } from './kinds/bands.js';
import type { IndicatorKinds } from './kinds/indicator-kind.js';
import { momentumKinds } from './kinds/momentum.js';
import { oscillatorKinds } from './kinds/oscillators.js';
import { patternKinds } from './kinds/patterns.js';
import { priceKinds } from './kinds/prices.js';
import { trendKinds } from './kinds/trend.js';
import { volatilityKinds } from './kinds/volatility.js';
import { volumeKinds } from './kinds/volume.js';

/** The indicators by name. One more is one declaration in `kinds/` and one test vector. */
export const indicatorKinds: IndicatorKinds = {
  ...averageKinds,
  ...bandKinds,
  ...priceKinds,
  ...momentumKinds,
  ...oscillatorKinds,
  ...trendKinds,
  ...volatilityKinds,
  ...volumeKinds,
  ...patternKinds,
};
