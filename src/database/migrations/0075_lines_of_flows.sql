CREATE TABLE "flow_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"forward" text NOT NULL,
	"backward" text NOT NULL,
	"corners" double precision[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "flow_lines" ADD CONSTRAINT "flow_lines_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flow_lines_account" ON "flow_lines" USING btree ("account_id","id");