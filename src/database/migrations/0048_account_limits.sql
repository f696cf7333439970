ALTER TABLE "accounts" ADD COLUMN "limits" jsonb DEFAULT '{}'::jsonb NOT NULL;
