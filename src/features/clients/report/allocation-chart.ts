import { plainText, themedFill } from '../../../charts/finish-svg.js';
import { escapedHtml } from '../../../text/plain-text.js';
import { percentText } from './report-texts.js';

export interface Share {
  name: string;
  /** Fraction of the whole: 0.25 is 25 %. Negative cash has a negative weight. */
  weight: number;
}

const MAX_BARS = 10;
const ROW = 24;
const NAME_WIDTH = 230;
/** Maximum length of a name (characters). */
const MAX_NAME = 34;
const VALUE_WIDTH = 70;

/**
 * Draws weights as horizontal bars, the largest first; small ones are combined as `Other`.
 * @returns an SVG document without a style sheet
 */
export function allocationChart(shares: readonly Share[], width: number): string {
  const shown =
    shares.length <= MAX_BARS ? [...shares] : [...shares.slice(0, MAX_BARS - 1), others(shares.slice(MAX_BARS - 1))];
  const largest = Math.max(...shown.map(({ weight }) => Math.abs(weight)), 1e-9);
  const room = width - NAME_WIDTH - VALUE_WIDTH;
  const rows = shown.map(({ name, weight }, at) => {
    const [y, length] = [at * ROW, Math.max(1, (Math.abs(weight) / largest) * room)];
    const label = escapedHtml(plainText(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name));
    return (
      `<text x="${NAME_WIDTH - 8}" y="${y + 16}" text-anchor="end" ${themedFill('text')}>${label}</text>` +
      `<rect x="${NAME_WIDTH}" y="${y + 4}" width="${length.toFixed(1)}" height="${ROW - 8}" rx="2" ${themedFill(weight < 0 ? 'down' : 'line1')}/>` +
      `<text x="${(NAME_WIDTH + length + 6).toFixed(1)}" y="${y + 16}" ${themedFill('muted')}>${percentText(weight)}</text>`
    );
  });
  const height = Math.max(1, shown.length) * ROW;
  const spoken = shown.map(({ name, weight }) => `${escapedHtml(plainText(name))} ${percentText(weight)}`).join(', ');
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="12">`;
  return `${head}<title>Allocation</title><desc>${spoken}</desc>${rows.join('')}</svg>`;
}

const others = (rest: readonly Share[]): Share => ({
  name: `Other (${rest.length})`,
  weight: rest.reduce((sum, { weight }) => sum + weight, 0),
});
