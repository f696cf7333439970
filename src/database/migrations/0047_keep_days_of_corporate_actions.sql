ALTER TABLE "corporate_actions" ADD COLUMN "declared_on" text;--> statement-breakpoint
ALTER TABLE "corporate_actions" ADD COLUMN "record_on" text;--> statement-breakpoint
ALTER TABLE "corporate_actions" ADD COLUMN "paid_on" text;--> statement-breakpoint
ALTER TABLE "corporate_actions" ADD COLUMN "seen_at" timestamp (3) with time zone;