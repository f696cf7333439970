CREATE TABLE "client_letterheads" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"address" text[] NOT NULL,
	"logo_type" text,
	"logo" "bytea",
	"version" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_letterheads" ADD CONSTRAINT "client_letterheads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;