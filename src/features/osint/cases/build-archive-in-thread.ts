import { threadFunction } from '../../../threads/thread-call.js';
import { buildArchive } from './case-archive.js';

export { buildArchive };

export const buildArchiveInThread = threadFunction<typeof buildArchive>(new URL(import.meta.url), 'buildArchive');
