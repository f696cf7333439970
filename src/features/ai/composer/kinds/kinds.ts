import { alertKinds } from './alert-kinds.js';
import { draftKind } from './draft-kind.js';
import type { Kind } from './kind.js';
import { mapKinds } from './map-kinds.js';
import { marketKinds } from './market-kinds.js';
import { newsKinds } from './news-kinds.js';
import { portfolioKinds } from './portfolio-kinds.js';
import { scheduleKind } from './schedule-kind.js';

/** Every kind of question that the composer answers. */
export const kinds: readonly Kind[] = [
  ...marketKinds,
  ...mapKinds,
  ...alertKinds,
  draftKind,
  scheduleKind,
  ...newsKinds,
  ...portfolioKinds,
];
