import { Parser } from 'htmlparser2';
import { escapedXml } from '../../../text/plain-text.js';

const MAX_ELEMENTS = 2_000;
const MAX_DEPTH = 50;

/** Elements that draw something, and those around them. Scripts, links, images, `use` and foreign objects are not. */
const shapes = new Set('path rect circle ellipse line polyline polygon text'.split(' '));
const others = new Set('svg g defs title desc tspan linearGradient radialGradient stop clipPath mask'.split(' '));
/** Elements whose text is shown or spoken. */
const withText = new Set(['text', 'tspan', 'title', 'desc']);

const attributes = new Set(
  (
    'id viewBox width height preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy d points transform offset ' +
    'gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits pathLength textLength ' +
    'lengthAdjust rotate'
  ).split(' '),
);
/** Properties of CSS that are attributes too. */
const properties = new Set(
  (
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit ' +
    'stroke-dasharray stroke-dashoffset opacity color display visibility clip-path clip-rule mask stop-color ' +
    'stop-opacity font-family font-size font-weight font-style text-anchor letter-spacing paint-order'
  ).split(' '),
);
const plainValue = /^[\w\s.,#%()+'-]*$/;
const harmless = new Set('rgb rgba hsl hsla matrix translate scale rotate skewX skewY'.split(' '));
const localReference = /url\(\s*['"]?(#[\w.-]+)['"]?\s*\)/g;
/**
 * Number of characters before a bracket that are searched for the name of a function: more than the longest harmless
 * name has.
 */
const MAX_FUNCTION = 10;

/** Returns a value that refers to nothing outside the image; undefined for any other value. */
function safeValue(value: string): string | undefined {
  const inside = value.replaceAll('"', "'").replace(localReference, 'url($1)').trim();
  const rest = inside.replace(/url\(#[\w.-]+\)/g, '');
  if (!plainValue.test(rest)) return undefined;
  const calls = rest.split('(').slice(0, -1);
  return calls.every((before) => harmless.has(/[\w-]*$/.exec(before.slice(-MAX_FUNCTION))?.[0] ?? ''))
    ? inside
    : undefined;
}

type Declarations = Map<string, string>;

/** Returns the declarations of a piece of CSS that may be attributes. */
function declarationsOf(css: string): Declarations {
  const found: Declarations = new Map();
  for (const rule of css.split(';')) {
    const [name = '', ...rest] = rule.split(':');
    const value = safeValue(rest.join(':'));
    if (properties.has(name.trim()) && value) found.set(name.trim(), value);
  }
  return found;
}

/** Returns the declarations of each class in a style sheet, as drawing programs write them. */
function classesOf(css: string): Map<string, Declarations> {
  const [first = '', ...rest] = css.split('/*');
  const plain = first + rest.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : '')).join('');
  const found = new Map<string, Declarations>();
  for (const block of plain.split('}')) {
    const [selectors = '', body = ''] = block.split('{');
    const own = declarationsOf(body);
    for (const selector of selectors.split(',').map((one) => one.trim()))
      if (/^\.[\w-]+$/.test(selector))
        found.set(selector.slice(1), new Map([...(found.get(selector.slice(1)) ?? []), ...own]));
  }
  return found;
}

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Array<Element | string>;
}

/**
 * Returns an SVG image with the elements and attributes that draw shapes, texts and gradients, or a sentence that says
 * why there is no such image. Everything else is removed: scripts, handlers, links, styles of other elements, foreign
 * objects, embedded images and references to anything outside the image. Classes of its style sheet become attributes.
 */
export function cleanSvg(text: string): string | { svg: string } {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open: Element[] = [root];
  let [css, styleDepth, skipped, count, problem] = ['', 0, 0, 0, undefined as string | undefined];
  const parser = new Parser(
    {
      onopentag(name, given) {
        count += 1;
        if (count > MAX_ELEMENTS || open.length > MAX_DEPTH) problem = 'is an SVG image with too many elements';
        if (problem !== undefined) return;
        if (name === 'style') styleDepth += 1;
        if (skipped > 0 || !(shapes.has(name) || others.has(name))) {
          skipped += 1;
          return;
        }
        const element: Element = { name, attributes: given, children: [] };
        (open.at(-1) as Element).children.push(element);
        open.push(element);
      },
      ontext(data) {
        const parent = open.at(-1) as Element;
        if (styleDepth > 0) css += data;
        else if (skipped === 0 && withText.has(parent.name)) parent.children.push(data);
      },
      onclosetag(name) {
        if (name === 'style') styleDepth -= 1;
        if (skipped > 0) skipped -= 1;
        else if (open.length > 1) open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  if (problem !== undefined) return problem;
  const [image] = root.children.filter((child): child is Element => typeof child !== 'string' && child.name === 'svg');
  if (image === undefined) return 'is not an SVG image';
  if (!draws(image)) return 'has no shape or text to draw';
  const { viewBox = '', width, height } = image.attributes;
  const box = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const size = box.length === 4 ? box.slice(2) : [Number.parseFloat(width ?? ''), Number.parseFloat(height ?? '')];
  if (!size.every((side) => side > 0 && side <= 100_000)) return 'needs a viewBox, or a width and a height';
  if (box.length !== 4) image.attributes = { ...image.attributes, viewBox: `0 0 ${size.join(' ')}` };
  const classes = classesOf(css);
  return { svg: written(image, classes, true) };
}

const draws = ({ name, children }: Element): boolean =>
  shapes.has(name) || children.some((child) => typeof child !== 'string' && child.name !== 'defs' && draws(child));

/** Writes an element with its allowed attributes. */
function written(
  { name, attributes: given, children }: Element,
  classes: ReturnType<typeof classesOf>,
  isRoot = false,
): string {
  const kept = new Map<string, string>();
  for (const [attribute, value] of Object.entries(given)) {
    const isAllowed = attributes.has(attribute) || properties.has(attribute);
    const safe = isAllowed ? safeValue(value) : undefined;
    if (safe !== undefined) kept.set(attribute, safe);
    // Gradients share their stops by a reference.
    if (/^(?:xlink:)?href$/.test(attribute) && name.endsWith('Gradient') && /^#[\w.-]+$/.test(value))
      kept.set('href', value);
  }
  for (const one of new Set((given.class ?? '').split(/\s+/)))
    for (const [property, value] of classes.get(one) ?? []) kept.set(property, value);
  for (const [property, value] of declarationsOf(given.style ?? '')) kept.set(property, value);
  const all = [...(isRoot ? [['xmlns', 'http://www.w3.org/2000/svg']] : []), ...kept];
  const inner = children.map((child) => (typeof child === 'string' ? escapedXml(child) : written(child, classes)));
  return `<${name}${all.map(([key, value]) => ` ${key}="${escapedXml(value as string)}"`).join('')}>${inner.join('')}</${name}>`;
}
