CREATE TABLE "own_price_readings" (
	"instrument_id" uuid PRIMARY KEY NOT NULL,
	"next_read_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	"failures" integer NOT NULL,
	"failure" text,
	"failure_detail" text,
	"price" double precision,
	"day" text
);
--> statement-breakpoint
ALTER TABLE "own_instruments" ADD COLUMN "price_address" jsonb;--> statement-breakpoint
ALTER TABLE "own_instruments" ADD COLUMN "price_status" text;--> statement-breakpoint
ALTER TABLE "own_prices" ADD COLUMN "origin" text DEFAULT 'account' NOT NULL;--> statement-breakpoint
ALTER TABLE "own_price_readings" ADD CONSTRAINT "own_price_readings_instrument_id_own_instruments_id_fk" FOREIGN KEY ("instrument_id") REFERENCES "public"."own_instruments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "own_price_readings_due" ON "own_price_readings" USING btree ("next_read_at");