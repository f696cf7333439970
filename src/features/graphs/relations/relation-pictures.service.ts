import { Service } from 'typedi';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { relationsInThread } from './draw-relations.js';
import type { RelationGraph } from './relation.js';

export interface PictureLook {
  theme: 'auto' | 'light' | 'dark';
  width: number;
  height: number;
}

/** Draws graphs of relations in a thread. */
@Service()
export class RelationPictures {
  constructor(private readonly heavy: HeavyWork) {}

  /**
   * Draws a graph.
   * @returns an SVG document
   * @throws Problem `overloaded`
   */
  draw(
    requester: Requester,
    { nodes, edges, omitted }: RelationGraph,
    { theme, width, height }: PictureLook,
  ): Promise<string> {
    const rest = omitted.length === 0 ? '' : ' · not all shown';
    const scene = {
      title: `${nodes[0]?.label}`,
      subtitle: `Relations · ${nodes.length} nodes · ${edges.length} lines${rest}`,
      notice: nodes.some(({ isSimulated }) => isSimulated === true) ? 'Partly simulated data' : undefined,
    };
    return this.heavy.run(requester, (inThread) =>
      inThread(relationsInThread, { nodes, edges, ...scene, theme, width, height }),
    );
  }
}
