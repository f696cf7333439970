CREATE TABLE "alert_on_call_schedules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"rotation" jsonb NOT NULL,
	"overrides" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_on_call_schedules" ADD CONSTRAINT "alert_on_call_schedules_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_on_call_schedules_account" ON "alert_on_call_schedules" USING btree ("account_id","id");