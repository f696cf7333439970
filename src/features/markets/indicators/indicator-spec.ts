import { type FieldProblem, Problem } from '../../../api/problem.js';
import { indicatorKinds } from './indicator-catalog.js';
import type { IndicatorKind } from './kinds/indicator-kind.js';

/** An indicator with its parameters. */
export interface IndicatorSpec {
  /** The indicator with all parameters, such as `macd:12:26:9`. */
  text: string;
  kind: IndicatorKind;
  parameters: number[];
}

/** Matches the syntax of an indicator, whose name may be unknown. */
export const specShape = /^[a-z]{2,10}(?::\d{1,3}(?:\.\d{1,2})?){0,3}$/;

/**
 * Parses an indicator such as `macd`, `macd:12:26` or `macd:12:26:9`; omitted parameters have their defaults.
 * @returns a sentence about the problem if the text is invalid
 */
export function parseSpec(text: string): IndicatorSpec | string {
  const [name = '', ...given] = text.split(':');
  const kind = Object.hasOwn(indicatorKinds, name) ? indicatorKinds[name] : undefined;
  if (kind === undefined)
    return `must be one of ${Object.keys(indicatorKinds).join(', ')}, with its parameters after colons`;
  if (given.length > kind.parameters.length) return `must have at most ${kind.parameters.length} parameters`;
  const parameters = kind.parameters.map(({ fallback }, index) =>
    given[index] === undefined ? fallback : Number(given[index]),
  );
  const wrong = kind.parameters.findIndex(({ min, max, fractional }, index) => {
    const value = parameters[index] as number;
    return !(value >= min && value <= max && (fractional || Number.isInteger(value)));
  });
  const bounds = kind.parameters[wrong];
  if (bounds !== undefined)
    return `must have as parameter ${wrong + 1} a ${bounds.fractional ? '' : 'whole '}number from ${bounds.min} to ${bounds.max}`;
  return kind.check?.(...parameters) ?? { text: [name, ...parameters].join(':'), kind, parameters };
}

/**
 * Query parameters that name indicators, each with a function that returns the problem of an indicator it does not
 * accept.
 */
const takes = {
  indicator: () => undefined,
  overlay: ({ kind }: IndicatorSpec) => (kind.overlay ? undefined : 'is drawn below the prices: use `panel`'),
  panel: ({ kind }: IndicatorSpec) => (kind.overlay ? 'is drawn over the prices: use `overlay`' : undefined),
};

/**
 * Parses the indicators of a parameter in order, without duplicates.
 * @param options.pointer where they are in the request. Default: the query parameter
 * @param options.names the indicators that are accepted. Default: all of that place
 * @throws Problem `invalid_request` that names every invalid one
 */
export function parseSpecs(
  texts: readonly string[],
  parameter: keyof typeof takes,
  { pointer = `query/${parameter}`, names }: { pointer?: string; names?: readonly string[] } = {},
): IndicatorSpec[] {
  const parsed = texts.map((text) => {
    const spec = parseSpec(text);
    if (typeof spec === 'string') return spec;
    return takes[parameter](spec) ?? (names === undefined ? spec : (unknownTo(names, spec) ?? spec));
  });
  const errors = parsed.flatMap((spec, index): FieldProblem[] =>
    typeof spec === 'string' ? [{ pointer: `${pointer}/${index}`, detail: spec }] : [],
  );
  if (errors.length > 0)
    throw new Problem('invalid_request', {
      detail: 'Write indicators as name:parameter:parameter, such as sma:20 or macd:12:26:9.',
      errors,
    });
  const specs = parsed.filter((spec) => typeof spec !== 'string');
  return specs.filter(({ text }, index) => specs.findIndex((other) => other.text === text) === index);
}

const unknownTo = (names: readonly string[], { text }: IndicatorSpec): string | undefined =>
  names.includes(text.split(':')[0] as string) ? undefined : `must be one of ${names.join(', ')}, with its parameters`;
