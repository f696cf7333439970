import type { Environment } from '../../config/environment.js';

/** Limits of sharing. */
export class UsersConfig {
  /** Maximum number of grants that an account gives. */
  readonly grants: number;
  /** Maximum number of teams that an account owns. */
  readonly teams: number;
  /** Maximum number of members and invitations of a team. */
  readonly teamMembers: number;

  constructor(env: Environment) {
    this.grants = env.integer('SVC_GRANT_LIMIT', 1_000, 1, 100_000, {
      meaning: 'Maximum number of grants that an account gives to others.',
    });
    this.teams = env.integer('SVC_TEAM_LIMIT', 20, 1, 10_000, {
      meaning: 'Maximum number of teams that an account owns.',
    });
    this.teamMembers = env.integer('SVC_TEAM_MEMBER_LIMIT', 250, 1, 1_000, {
      meaning: 'Maximum number of members and invitations of a team.',
    });
  }
}
