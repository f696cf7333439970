ALTER TABLE "webhook_endpoints" ADD COLUMN "format" text DEFAULT 'generic' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "next_call_at" timestamp (3) with time zone;