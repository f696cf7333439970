import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { AccountGraphs } from './account-graphs.service.js';
import { type RelationLink, RelationLinks } from './relation-links.records.js';
import { RelationNodes } from './relation-nodes.service.js';

/** Draws links between nodes that an account can see. */
@Service()
export class LinkDrawing {
  constructor(
    private readonly worlds: AccountGraphs,
    private readonly nodes: RelationNodes,
    private readonly links: RelationLinks,
  ) {}

  /**
   * Creates a link.
   * @throws Problem `unprocessable` for an unknown node, and for a link from a node to itself; `quota_reached`
   */
  async create(accountId: string, link: { from: string; to: string; label: string }): Promise<RelationLink> {
    const world = await this.worlds.read(accountId);
    const errors: FieldProblem[] = [];
    for (const end of ['from', 'to'] as const)
      if ((await this.nodes.find(world, link[end])) === undefined)
        errors.push({ pointer: `/${end}`, detail: 'is not a node that you can see' });
    if (link.from === link.to) errors.push({ pointer: '/to', detail: 'must be another node than `from`' });
    if (errors.length > 0)
      throw new Problem('unprocessable', { detail: 'The link cannot be drawn; see errors.', errors });
    return this.links.create(accountId, link);
  }
}
