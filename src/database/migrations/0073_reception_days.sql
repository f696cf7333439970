CREATE TABLE "reception_days" (
	"feed" text NOT NULL,
	"layer" text NOT NULL,
	"block" integer NOT NULL,
	"day" text NOT NULL,
	"provider" text NOT NULL,
	"counts" "bytea" NOT NULL,
	CONSTRAINT "reception_days_feed_layer_block_day_pk" PRIMARY KEY("feed","layer","block","day")
);
--> statement-breakpoint
CREATE INDEX "reception_days_place" ON "reception_days" USING btree ("layer","block","day");--> statement-breakpoint
CREATE INDEX "reception_days_day" ON "reception_days" USING btree ("day");