CREATE TABLE "personal_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"scopes" text[] NOT NULL,
	"address_ranges" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "personal_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "personal_keys" ADD CONSTRAINT "personal_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "personal_keys_account" ON "personal_keys" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "personal_keys_expiry" ON "personal_keys" USING btree ("expires_at");