CREATE TABLE "ai_briefing_schedules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"time" text NOT NULL,
	"weekday" text,
	"watchlist_id" uuid,
	"portfolio_id" uuid,
	"bbox" double precision[],
	"next_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_briefing_schedules" ADD CONSTRAINT "ai_briefing_schedules_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ai_briefing_schedules_account" ON "ai_briefing_schedules" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "ai_briefing_schedules_next" ON "ai_briefing_schedules" USING btree ("next_at");--> statement-breakpoint
ALTER TABLE "ai_threads" DROP COLUMN "memory";