import { readInThread } from '../../../threads/read-in-thread.js';
import type { Atlas, Scale } from '../land/atlas-lines.js';

const loaded = new Map<Scale, Promise<Atlas>>();

/** Coasts and borders (Natural Earth, public domain; made into TopoJSON by the package world-atlas, ISC). Each scale is read with the first image that needs it. */
export function atlasOf(scale: Scale): Promise<Atlas> {
  const known = loaded.get(scale);
  if (known !== undefined) return known;
  const loading = readInThread<Atlas>(new URL('./atlas-worker.js', import.meta.url), scale);
  loaded.set(scale, loading);
  // After a failure the next image tries again.
  loading.catch(() => loaded.delete(scale));
  return loading;
}
