/** The counts of records read from a feed, by outcome. */
export interface FeedIntakeCounts {
  /** Number of records read, both kept and rejected. */
  read: number;
  kept: number;
  /** Rejected records by reason. */
  rejected: Array<{ reason: string; count: number }>;
}

/** Counts the kept and rejected records of a feed since the start. */
export class FeedIntake {
  private kept = 0;
  private readonly rejected = new Map<string, number>();

  keep(count = 1): void {
    this.kept += count;
  }

  /** Counts rejected records. @param reason of the rejection, in snake case */
  reject(reason: string, count = 1): void {
    if (count > 0) this.rejected.set(reason, (this.rejected.get(reason) ?? 0) + count);
  }

  get counts(): FeedIntakeCounts {
    const rejected = [...this.rejected]
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => (a.reason < b.reason ? -1 : 1));
    return { read: this.kept + rejected.reduce((sum, { count }) => sum + count, 0), kept: this.kept, rejected };
  }
}
