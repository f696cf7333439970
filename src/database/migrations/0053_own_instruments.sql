CREATE TABLE "own_instruments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"symbol" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"isin" text,
	"sector" text,
	"country" text,
	"note" text,
	"bond" jsonb,
	CONSTRAINT "own_instruments_symbol" UNIQUE("account_id","symbol")
);
--> statement-breakpoint
CREATE TABLE "own_prices" (
	"instrument_id" uuid NOT NULL,
	"day" text NOT NULL,
	"price" double precision NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "own_prices_instrument_id_day_pk" PRIMARY KEY("instrument_id","day")
);
--> statement-breakpoint
ALTER TABLE "own_instruments" ADD CONSTRAINT "own_instruments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_prices" ADD CONSTRAINT "own_prices_instrument_id_own_instruments_id_fk" FOREIGN KEY ("instrument_id") REFERENCES "public"."own_instruments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "own_instruments_account" ON "own_instruments" USING btree ("account_id","id");