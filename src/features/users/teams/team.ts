import type { Owned } from '../../../resources/owned-table.js';

export type TeamRole = 'owner' | 'admin' | 'member';

/** A team as one of its members sees it; `accountId` is its owner. */
export interface Team extends Owned {
  name: string;
  /** Display name of the owner. */
  ownerName: string;
  /** Id of the membership of the account that reads the team. */
  memberId: string;
  /** Role of the account that reads the team. */
  role: TeamRole;
  /** Time at which this account accepted its invitation; null: it is invited and has no rights yet. */
  acceptedAt: Date | null;
}

/** A member or an invitation of a team. */
export interface TeamMember {
  id: string;
  teamId: string;
  /** The account; null: no account had the address when it was invited. */
  accountId: string | null;
  email: string;
  role: TeamRole;
  acceptedAt: Date | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
