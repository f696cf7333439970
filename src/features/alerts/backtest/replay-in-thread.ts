import { threadFunction } from '../../../threads/thread-call.js';
import { replay } from './replay.js';

export const replayInThread = threadFunction<typeof replay>(new URL('./replay.js', import.meta.url), 'replay');
