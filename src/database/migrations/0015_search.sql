CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"q" text NOT NULL,
	"types" text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "geo_events" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', regexp_replace(normalize(coalesce(title, ''), NFKD), '[\u0300-\u036f]', '', 'g')), 'A') || setweight(to_tsvector('simple', regexp_replace(normalize(coalesce(coalesce(description, '') || ' ' || translate(type, '_', ' '), ''), NFKD), '[\u0300-\u036f]', '', 'g')), 'B')) STORED;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_searches_account" ON "saved_searches" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "geo_events_search" ON "geo_events" USING gin ("search");--> statement-breakpoint
CREATE INDEX "geo_events_title" ON "geo_events" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "news_articles_title" ON "news_articles" USING gin ("title" gin_trgm_ops);