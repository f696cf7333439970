import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Atlas, Scale } from './atlas-lines.js';

const loaded = new Map<Scale, Promise<Atlas>>();

/** Coasts and borders (Natural Earth, public domain; made into TopoJSON by the package world-atlas, ISC). Each scale is read with the first picture that needs it. */
export function atlasOf(scale: Scale): Promise<Atlas> {
  const known = loaded.get(scale);
  if (known !== undefined) return known;
  const loading = load(scale);
  loaded.set(scale, loading);
  // What failed once is tried again with the next picture.
  loading.catch(() => loaded.delete(scale));
  return loading;
}

async function load(scale: Scale): Promise<Atlas> {
  // With little room for what is new the thread clears away as it reads, instead of leaving more than a hundred megabytes behind.
  const worker = new Worker(new URL('./atlas-worker.js', import.meta.url), { workerData: scale, resourceLimits: { maxYoungGenerationSizeMb: 4 } });
  const [atlas] = (await Promise.race([once(worker, 'message'), once(worker, 'exit').then(gone)])) as [Atlas];
  return atlas;
}

function gone(): never {
  throw new Error('The thread that reads the atlas ended early');
}
