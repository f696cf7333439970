import type { ParsedUrlQuery } from 'node:querystring';
import type { Context } from 'koa';
import { FIELDS, fieldsRule } from '../api/list-items.js';
import { RawJson } from './raw-json.js';
import { invalid } from './validation/validate.js';

/**
 * Removes `fields` from the query and keeps it in `ctx.state` for the response.
 * @param names of all fields of an item
 * @returns the rest of the query
 * @throws Problem `invalid_request` for an unknown name
 */
export function takeFields(ctx: Context, names: readonly string[]): ParsedUrlQuery {
  const { [FIELDS]: given, ...rest } = ctx.query;
  if (given === undefined) return ctx.query;
  const rule = fieldsRule(names);
  const chosen = [given].flat().join().split(',');
  if (!rule.check(chosen))
    throw invalid(
      [{ pointer: `query/${FIELDS}`, detail: `must be ${rule.says}` }],
      'Some query parameters are not valid; see errors.',
    );
  ctx.state.fields = chosen;
  return rest;
}

/** Returns a list whose items have only the chosen fields; `chosen` undefined leaves the list unchanged. */
export function withChosenFields(body: object, chosen: readonly string[] | undefined): object {
  if (chosen === undefined) return body;
  const whole = body instanceof RawJson ? JSON.parse(String(body.text)) : body;
  const items = (whole.items as Array<Record<string, unknown>>).map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => chosen.includes(name))),
  );
  return { ...whole, items };
}
