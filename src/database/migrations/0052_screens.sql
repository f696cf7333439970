CREATE TABLE "screens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"universe" jsonb NOT NULL,
	"condition" jsonb,
	"sort" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"result_limit" integer
);
--> statement-breakpoint
ALTER TABLE "screens" ADD CONSTRAINT "screens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "screens_account" ON "screens" USING btree ("account_id","id");