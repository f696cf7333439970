import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { DAY_MS } from '../../../time/durations.js';
import { AlertsConfig } from '../alerts.config.js';
import type { AlertSeverity } from '../engine/engine-rule.js';
import { AlertSilenceDto } from './silence.dto.js';
import type { Silence } from './silence.js';
import { SilenceRepository } from './silence.repository.js';

const KEPT_MS = 30 * DAY_MS;
const BATCH = 1_000;

/** A silence as a caller sends it. */
export interface SilenceInput {
  comment?: string;
  ruleId?: string;
  severity?: AlertSeverity[];
  symbol?: string[];
  bbox?: number[];
  from?: string;
  to: string;
}

/** Changes of a silence; omitted fields are unchanged. */
export type SilenceChanges = Partial<Pick<SilenceInput, 'comment' | 'to'>>;

/** Manages the silences of accounts. */
@Service()
export class SilencesService extends OwnedRecords<Silence, SilenceInput, SilenceChanges> {
  constructor(
    parts: OwnedParts,
    private readonly repository: SilenceRepository,
    config: AlertsConfig,
  ) {
    super(parts, {
      table: repository,
      noun: 'silence',
      limitName: 'alert_silences',
      limit: () => config.silences,
      exported: { section: 'alertSilences', description: 'Silences that the account created.', item: AlertSilenceDto },
    });
  }

  /** Deletes a batch of silences that ended long ago. @returns true if more may be left */
  async forgetOld(): Promise<boolean> {
    return (await this.repository.forget(new Date(this.now().getTime() - KEPT_MS), BATCH)) === BATCH;
  }

  /**
   * Returns a new silence.
   * @throws Problem `unprocessable` for a range in the past, an invalid box or a rule of another account
   */
  protected async fresh(
    accountId: string,
    { comment = '', ruleId, severity, symbol, bbox, from, to }: SilenceInput,
    now: Date,
  ): Promise<ContentOf<Silence>> {
    const times = { startsAt: from === undefined ? now : new Date(from), endsAt: new Date(to) };
    demandRange(times, now);
    demandBox(bbox);
    if (ruleId !== undefined && !(await this.repository.hasRule(accountId, ruleId)))
      throw refused({ pointer: '/ruleId', detail: 'is not one of your rules; see GET /alerts/rules' });
    return {
      comment,
      ruleId: ruleId ?? null,
      severities: severity === undefined ? null : [...new Set(severity)],
      symbols: symbol === undefined ? null : [...new Set(symbol.map((one) => one.toUpperCase()))],
      bbox: bbox ?? null,
      ...times,
    };
  }

  /**
   * Returns the changed fields; the version increases even if nothing differs. An end in the past ends the silence now.
   */
  protected revised({ startsAt, endsAt }: Silence, { comment, to }: SilenceChanges): Partial<Silence> {
    const now = this.now();
    if (to === undefined) return { comment, updatedAt: now };
    const earliest = Math.max(Math.min(now.getTime(), endsAt.getTime()), startsAt.getTime());
    return { comment, endsAt: new Date(Math.max(new Date(to).getTime(), earliest)), updatedAt: now };
  }
}

/** Rejects a range that ends before its start or in the past. @throws Problem `unprocessable` */
function demandRange({ startsAt, endsAt }: Pick<Silence, 'startsAt' | 'endsAt'>, now: Date): void {
  if (endsAt <= startsAt) throw refused({ pointer: '/to', detail: 'must be after the start' });
  if (endsAt <= now) throw refused({ pointer: '/to', detail: 'must be in the future' });
}

/** Rejects an invalid bounding box. @throws Problem `unprocessable` */
function demandBox(bbox: number[] | undefined): void {
  if (bbox === undefined) return;
  const [, south = 0, , north = 0] = bbox;
  if (south <= north && south >= -90 && north <= 90) return;
  throw refused({ pointer: '/bbox', detail: 'must have latitudes from -90 to 90, the southern one first' });
}

const refused = (error: FieldProblem) =>
  new Problem('unprocessable', { detail: 'The silence is not valid; see errors.', errors: [error] });
