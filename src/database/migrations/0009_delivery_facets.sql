ALTER TABLE "event_inbox" ADD COLUMN "endpoint_ids" uuid[];--> statement-breakpoint
ALTER TABLE "event_inbox" ADD COLUMN "is_quiet" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "endpoint_ids" uuid[];--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "is_quiet" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "events_endpoints" ON "events" USING gin ("endpoint_ids") WHERE "events"."endpoint_ids" IS NOT NULL;