CREATE TABLE "feed_changes" (
	"feed" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"provider" text NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "feed_changes_feed_at_pk" PRIMARY KEY("feed","at")
);
--> statement-breakpoint
ALTER TABLE "feed_states" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "feed_changes_at" ON "feed_changes" USING btree ("at");