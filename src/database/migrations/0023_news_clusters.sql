CREATE TABLE "portfolio_transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"portfolio_id" uuid NOT NULL,
	"type" text NOT NULL,
	"traded_at" timestamp (3) with time zone NOT NULL,
	"symbol" text,
	"quantity" numeric,
	"price" numeric,
	"amount" numeric,
	"currency" text NOT NULL,
	"fee" numeric NOT NULL,
	"tax" numeric NOT NULL,
	"rate" numeric,
	"new_symbol" text,
	"cost_share" numeric,
	"lot_ids" text[],
	"note" text,
	"external_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "portfolios" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"base_currency" text NOT NULL,
	"benchmark" text,
	"lot_method" text NOT NULL,
	"tracks_cash" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "portfolio_transactions" ADD CONSTRAINT "portfolio_transactions_portfolio_id_portfolios_id_fk" FOREIGN KEY ("portfolio_id") REFERENCES "public"."portfolios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolios" ADD CONSTRAINT "portfolios_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "portfolio_transactions_order" ON "portfolio_transactions" USING btree ("portfolio_id","traded_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "portfolio_transactions_external" ON "portfolio_transactions" USING btree ("portfolio_id","external_id");--> statement-breakpoint
CREATE INDEX "portfolios_account" ON "portfolios" USING btree ("account_id","id");