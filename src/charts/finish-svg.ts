import { escapedContent } from '../text/plain-text.js';
import type { ChartFrame, ChartTheme } from './chart-frame.js';
import { type ColorRole, colorOf, colorRoles, lightColor } from './palette.js';

const fonts = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif';

/** Removes characters that XML does not allow: control characters and lone surrogates. Line breaks become spaces. */
export const plainText = (text: string): string =>
  text.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]+/g, ' ');

/** Returns plain text escaped for the content of an element. */
export const escapedText = (text: string): string => escapedContent(plainText(text));

const roleNumbers = new Map(colorRoles.map((role, index) => [lightColor(role), index]));

/**
 * CSS rules with the dark colors that replace the light ones of images with the theme `auto`. They are the same in
 * every image, because their hash is part of the Content-Security-Policy.
 */
export const darkColorRules = colorRoles
  .map((role, index) => `.wf${index}f{fill:${colorOf(role, 'dark')}}.wf${index}s{stroke:${colorOf(role, 'dark')}}`)
  .join('');

/** Returns the attributes of a fill with a light color, which the dark rules replace. */
export const themedFill = (role: ColorRole): string =>
  `fill="${lightColor(role)}" class="wf${colorRoles.indexOf(role)}f"`;

const darkRules = `@media (prefers-color-scheme:dark){${darkColorRules}}`;

/** Matches attributes that the library adds for interactive pages. */
const unwanted = /^(?:class|pointer-events|xml:space|ecmeta_.*)$/;

/**
 * Converts the content of a `style` attribute to attributes, because a Content-Security-Policy forbids inline styles.
 * The font is set once for the whole image.
 */
const asAttributes = (style: string): string =>
  style
    .split(';')
    .map((rule) => rule.split(':'))
    .filter(([name]) => name === 'font-size' || name === 'font-weight')
    .map(([name, value]) => ` ${name}="${value?.trim().replace(/px$/, '')}"`)
    .join('');

/** Rewrites the attributes of a shape: colors by theme, and names that do not depend on earlier images. */
function attributesOf(text: string, theme: ChartTheme): string {
  const classes: string[] = [];
  let kept = '';
  for (const [, name = '', value = ''] of text.matchAll(/([\w:-]+)="([^"]*)"/g)) {
    if (unwanted.test(name)) continue;
    const role = name === 'fill' || name === 'stroke' ? roleNumbers.get(value) : undefined;
    if (name === 'style') kept += asAttributes(value);
    else if (role === undefined) kept += ` ${name}="${value.replace(/\bzr\d+-/, 'wf-')}"`;
    else if (theme === 'dark') kept += ` ${name}="${colorOf(colorRoles[role] as (typeof colorRoles)[number], 'dark')}"`;
    else {
      kept += ` ${name}="${value}"`;
      classes.push(`wf${role}${name[0]}`);
    }
  }
  return theme === 'auto' && classes.length > 0 ? `${kept} class="${classes.join(' ')}"` : kept;
}

/**
 * Converts the library's output to a self-contained SVG image: with a title for screen readers, a background and the
 * colors of the theme, without scripts, inline styles or anything that varies between renderings.
 * @param drawn an SVG document by zrender, with escaped texts and attributes
 */
export function finishSvg(drawn: string, { title, width, height, theme }: ChartFrame, description: string): string {
  const inner = drawn
    .slice(drawn.indexOf('>') + 1, drawn.lastIndexOf('</svg>'))
    .replace(/<style[^>]*>[\s\S]*?<\/style>/g, '')
    .replace(/\n/g, '')
    .replace(
      /<(\w+)((?:\s[^<>]*?)?)(\/?)>/g,
      (_tag, name: string, attributes: string, end: string) => `<${name}${attributesOf(attributes, theme)}${end}>`,
    )
    .replace(/<(path|rect)([^<>]*)><\/\1>/g, '<$1$2/>');
  const style = theme === 'auto' ? `<style>${darkRules}</style>` : '';
  const ground = `<rect${attributesOf(`width="${width}" height="${height}" fill="${lightColor('ground')}"`, theme)}/>`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${fonts}">`;
  return `${head}<title>${escapedText(title)}</title><desc>${escapedText(description)}</desc>${style}${ground}${inner}</svg>`;
}
