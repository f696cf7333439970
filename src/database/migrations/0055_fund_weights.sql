CREATE TABLE "fund_weights" (
	"account_id" uuid NOT NULL,
	"symbol" text NOT NULL,
	"as_of" text NOT NULL,
	"holdings" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fund_weights_account_id_symbol_pk" PRIMARY KEY("account_id","symbol")
);
--> statement-breakpoint
ALTER TABLE "fund_weights" ADD CONSTRAINT "fund_weights_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;