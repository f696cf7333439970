CREATE TABLE "portfolio_exposure_mappings" (
	"account_id" uuid NOT NULL,
	"symbol" text NOT NULL,
	"places" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "portfolio_exposure_mappings_account_id_symbol_pk" PRIMARY KEY("account_id","symbol")
);
--> statement-breakpoint
ALTER TABLE "portfolio_exposure_mappings" ADD CONSTRAINT "portfolio_exposure_mappings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;