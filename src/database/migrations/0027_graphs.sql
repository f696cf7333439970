CREATE TABLE "graphs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"series" jsonb NOT NULL,
	"interval" text NOT NULL,
	"range_from" text,
	"range_to" text,
	"last_days" integer NOT NULL,
	"join" text NOT NULL,
	"adjustment" text NOT NULL,
	"share_hash" text,
	"shared_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "graphs" ADD CONSTRAINT "graphs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "graphs_account" ON "graphs" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "graphs_share" ON "graphs" USING btree ("share_hash");