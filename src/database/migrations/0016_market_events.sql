CREATE TABLE "published_market_events" (
	"key" text PRIMARY KEY NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "published_market_events_time" ON "published_market_events" USING btree ("published_at");