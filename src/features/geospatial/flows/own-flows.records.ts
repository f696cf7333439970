import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import type { Corner } from '../geometry/ring.js';
import { GeospatialConfig, MAX_FLOW_LINES } from '../geospatial.config.js';
import type { Position } from '../position.js';
import { distanceMeters } from '../sphere.js';
import { FlowDto } from './flow.dto.js';
import type { NewFlowDto } from './new-flow.dto.js';
import { countedSince, type OwnFlow, OwnFlowRepository } from './own-flow.repository.js';

const MAX_LATITUDE = 80;
/** Minimum distance (m) of two neighboring corners, and maximum length (m) of a line. */
const [MIN_PART, MAX_LENGTH] = [10, 1_000_000];

/** Manages the lines of accounts across which passages are counted. */
@Service()
export class OwnFlows extends OwnedRecords<OwnFlow, NewFlowDto, never, OwnFlowRepository> {
  constructor(parts: OwnedParts, repository: OwnFlowRepository, config: GeospatialConfig) {
    super(parts, {
      table: repository,
      noun: 'line',
      limitName: 'flow_lines',
      maxLimit: MAX_FLOW_LINES,
      limit: () => config.flowLines,
      exported: {
        section: 'flowLines',
        description: 'Its lines across which passages of vessels are counted.',
        item: FlowDto,
      },
    });
  }

  /** Returns a line of an account; undefined for the id of another one. */
  find(accountId: string, id: string): Promise<OwnFlow | undefined> {
    return this.table.find(accountId, id);
  }

  /** Returns the lines of all accounts. */
  ofAllAccounts(): Promise<OwnFlow[]> {
    return this.table.ofAllAccounts();
  }

  protected fresh(_accountId: string, input: NewFlowDto, now: Date): ContentOf<OwnFlow> {
    const { name, forwardLabel: forward, backwardLabel: backward, line } = input;
    assertLine(line);
    const corners = line.map(({ lat, lon }): Corner => [lon + 0, lat + 0]);
    return { name, forward, backward, corners, kind: 'own', locode: null, countedSince: countedSince(now) };
  }

  protected revised(): Partial<OwnFlow> {
    return {};
  }

  protected override async beforeRemove({ id }: OwnFlow): Promise<void> {
    await this.table.forgetCounts(id);
  }
}

/** @throws Problem `invalid_request` for a line near a pole, with corners at one place, or longer than 1,000 km */
function assertLine(corners: readonly Position[]): void {
  let length = 0;
  for (const [at, { lat, lon }] of corners.entries()) {
    if (Math.abs(lat) > MAX_LATITUDE) throw wrong(`/line/${at}/lat`, 'must be from -80 to 80');
    const before = corners[at - 1];
    if (before === undefined) continue;
    const meters = distanceMeters(before.lat, before.lon, lat, lon);
    if (meters < MIN_PART) throw wrong(`/line/${at}`, 'must be at least 10 m from the corner before');
    length += meters;
  }
  if (length > MAX_LENGTH) throw wrong('/line', 'must be at most 1,000 km long');
}

const wrong = (pointer: string, detail: string): Problem =>
  new Problem('invalid_request', {
    detail: 'Some fields are not valid; see errors.',
    errors: [{ pointer, detail }],
  });
