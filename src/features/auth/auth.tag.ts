import type { Tag } from '../../api/tags.js';

export const authTag: Tag = {
  name: 'Auth',
  description: 'Sign-in, sign-out, registration, passwords, sessions and personal keys.',
};
