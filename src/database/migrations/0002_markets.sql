CREATE TABLE "candle_spans" (
	"symbol" text NOT NULL,
	"interval" text NOT NULL,
	"provider" text NOT NULL,
	"from" timestamp (3) with time zone NOT NULL,
	"to" timestamp (3) with time zone NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "candle_spans_symbol_interval_provider_from_pk" PRIMARY KEY("symbol","interval","provider","from")
);
--> statement-breakpoint
CREATE TABLE "candles" (
	"symbol" text NOT NULL,
	"interval" text NOT NULL,
	"provider" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"open" double precision NOT NULL,
	"high" double precision NOT NULL,
	"low" double precision NOT NULL,
	"close" double precision NOT NULL,
	"volume" double precision,
	CONSTRAINT "candles_symbol_interval_provider_time_pk" PRIMARY KEY("symbol","interval","provider","time")
);
--> statement-breakpoint
CREATE TABLE "corporate_action_checks" (
	"symbol" text NOT NULL,
	"provider" text NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"from" text NOT NULL,
	CONSTRAINT "corporate_action_checks_symbol_provider_pk" PRIMARY KEY("symbol","provider")
);
--> statement-breakpoint
CREATE TABLE "corporate_actions" (
	"symbol" text NOT NULL,
	"provider" text NOT NULL,
	"day" text NOT NULL,
	"kind" text NOT NULL,
	"value" double precision NOT NULL,
	CONSTRAINT "corporate_actions_symbol_provider_day_kind_pk" PRIMARY KEY("symbol","provider","day","kind")
);
--> statement-breakpoint
CREATE TABLE "watchlists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"symbols" text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "watchlists_of_account" UNIQUE("id","account_id")
);
--> statement-breakpoint
ALTER TABLE "watchlists" ADD CONSTRAINT "watchlists_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watchlists_account" ON "watchlists" USING btree ("account_id","id");