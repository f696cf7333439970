import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { byTime } from '../../../database/partition-key.js';
import { TimePartitions } from '../../../database/time-partitions.js';

/** The partitions of track points by time. */
@Service()
export class TrackPartitions extends TimePartitions {
  constructor(database: Database) {
    super(database, 'track_points', byTime('observed_at'));
  }
}
