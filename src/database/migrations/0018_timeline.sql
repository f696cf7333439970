CREATE TABLE "timeline_bookmarks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event" jsonb NOT NULL,
	"note" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "timeline_bookmarks_event" UNIQUE("account_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "timeline_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"title" text NOT NULL,
	"text" text,
	"time" timestamp (3) with time zone NOT NULL,
	"severity" smallint NOT NULL,
	"lat" double precision,
	"lon" double precision,
	"symbols" text[] NOT NULL,
	"entities" text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "timeline_bookmarks" ADD CONSTRAINT "timeline_bookmarks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timeline_notes" ADD CONSTRAINT "timeline_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "timeline_bookmarks_account" ON "timeline_bookmarks" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "timeline_notes_account" ON "timeline_notes" USING btree ("account_id","id");