/** A link between two nodes that an account drew. */
export interface RelationLink {
  id: string;
  accountId: string;
  /** Ids of nodes. */
  fromNode: string;
  toNode: string;
  label: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
