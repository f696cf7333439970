import { defineConfig } from 'drizzle-kit';

// `npx drizzle-kit generate --name <what changes>` writes the next migration from the difference between the schema
// files and the last snapshot.
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/database/schema.ts', './src/database/event-schema.ts', './src/database/sharing-schema.ts', './src/features/*/*.schema.ts'],
  out: './src/database/migrations',
});
