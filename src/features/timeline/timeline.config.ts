import { Environment } from '../../config/environment.js';

/** Quotas of the timeline. */
export class TimelineConfig {
  /** Maximum number of notes per account. */
  readonly notes: number;
  /** Maximum number of bookmarks per account. */
  readonly bookmarks: number;

  constructor(env: Environment) {
    this.notes = env.integer('SVC_TIMELINE_NOTE_LIMIT', 1_000, 1, 100_000, {
      meaning: 'Maximum number of timeline notes per account.',
    });
    this.bookmarks = env.integer('SVC_TIMELINE_BOOKMARK_LIMIT', 1_000, 1, 100_000, {
      meaning: 'Maximum number of timeline bookmarks per account.',
    });
  }
}
