import type { TestClient } from './test-client.js';
import { PASSWORD } from './test-service.js';

type Owner = TestClient & { email: string };

export interface Seed {
  id: string;
  /** Whether it is still as it was. */
  isThere(): Promise<boolean>;
}

/** For every operation with an id: how an account comes to own one. */
export const ownedSeeds: Record<string, (owner: Owner) => Promise<Seed>> = {
  endSession: async (owner) => {
    const second = owner.fresh();
    await second.signIn(owner.email, PASSWORD);
    const sessions: Array<{ id: string; current: boolean }> = (await second.get('/auth/sessions')).json.items;
    const id = sessions.find(({ current }) => current)?.id as string;
    return { id, isThere: async () => (await second.get('/users/me')).status === 200 };
  },
};

/** Operations with an id of something that belongs to nobody and that every account sees alike. */
export const sharedSeeds: ReadonlySet<string> = new Set([]);
