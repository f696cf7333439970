import type { PathParameterDescription } from '../../api/endpoint.js';
import { type Rule, text } from '../../api/rules.js';

/** The rule for symbols in requests, case-insensitive. */
export const symbolRule: Rule = text(
  3,
  33,
  /^[A-Za-z0-9][A-Za-z0-9_&-]{0,23}\.[A-Za-z]{1,8}$/,
  'a symbol such as AAPL.US',
);

/** The path parameter `{symbol}`. */
export const symbolParameter: PathParameterDescription = {
  description: 'The instrument: `<ticker>.<venue>`, case-insensitive.',
  rule: symbolRule,
  example: 'AAPL.US',
};
