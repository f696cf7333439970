CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION public.unaccented (COPY = pg_catalog.simple);
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION public.unaccented ALTER MAPPING FOR hword, hword_part, word WITH unaccent, simple;
--> statement-breakpoint
CREATE TABLE "news_articles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"feed_id" uuid,
	"provider" text NOT NULL,
	"external_id" text NOT NULL,
	"source_key" text NOT NULL,
	"page_key" text,
	"url" text,
	"canonical_url" text,
	"title" text NOT NULL,
	"summary" text,
	"text" text,
	"author" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	"language" text,
	"source_name" text NOT NULL,
	"owner" text NOT NULL,
	"tier" smallint NOT NULL,
	"source_country" text,
	"tone" real,
	"provider_sentiment" real,
	"symbols" text[] NOT NULL,
	"entities" text[] NOT NULL,
	"countries" text[] NOT NULL,
	"places" jsonb NOT NULL,
	"lat" double precision,
	"lon" double precision,
	"cluster_id" uuid,
	"title_key" text NOT NULL,
	"tokens" text[] NOT NULL,
	"minhash" integer[] NOT NULL,
	"bands" integer[] NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('public.unaccented', coalesce("title", '')), 'A') || setweight(to_tsvector('public.unaccented', coalesce("summary", '')), 'B') || setweight(to_tsvector('public.unaccented', coalesce("text", '')), 'D')) STORED,
	CONSTRAINT "news_articles_source_key" UNIQUE("source_key"),
	CONSTRAINT "news_articles_page_key" UNIQUE("page_key")
);
--> statement-breakpoint
CREATE TABLE "news_clusters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"title" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"articles" integer NOT NULL,
	"owners" text[] NOT NULL,
	"languages" text[] NOT NULL,
	"symbols" text[] NOT NULL,
	"entities" text[] NOT NULL,
	"countries" text[] NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "news_feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"url" text NOT NULL,
	"name" text NOT NULL,
	"language" text,
	"country" text,
	"tier" smallint NOT NULL,
	"enabled" boolean NOT NULL,
	"moved_to" text,
	"redirects" integer DEFAULT 0 NOT NULL,
	"redirect_url" text,
	"etag" text,
	"last_modified" text,
	"interval_seconds" integer NOT NULL,
	"next_fetch_at" timestamp (3) with time zone NOT NULL,
	"fetched_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"gone" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "news_feeds_owner_url" UNIQUE("owner_id","url")
);
--> statement-breakpoint
ALTER TABLE "news_articles" ADD CONSTRAINT "news_articles_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_articles" ADD CONSTRAINT "news_articles_feed_id_news_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."news_feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_articles" ADD CONSTRAINT "news_articles_cluster_id_news_clusters_id_fk" FOREIGN KEY ("cluster_id") REFERENCES "public"."news_clusters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_clusters" ADD CONSTRAINT "news_clusters_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_feeds" ADD CONSTRAINT "news_feeds_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "news_articles_published" ON "news_articles" USING btree ("published_at","id");--> statement-breakpoint
CREATE INDEX "news_articles_owner" ON "news_articles" USING btree ("owner_id","published_at","id");--> statement-breakpoint
CREATE INDEX "news_articles_feed" ON "news_articles" USING btree ("feed_id","published_at");--> statement-breakpoint
CREATE INDEX "news_articles_cluster" ON "news_articles" USING btree ("cluster_id","published_at");--> statement-breakpoint
CREATE INDEX "news_articles_symbols" ON "news_articles" USING gin ("symbols");--> statement-breakpoint
CREATE INDEX "news_articles_entities" ON "news_articles" USING gin ("entities");--> statement-breakpoint
CREATE INDEX "news_articles_countries" ON "news_articles" USING gin ("countries");--> statement-breakpoint
CREATE INDEX "news_articles_bands" ON "news_articles" USING gin ("bands");--> statement-breakpoint
CREATE INDEX "news_articles_search" ON "news_articles" USING gin ("search");--> statement-breakpoint
CREATE INDEX "news_articles_place" ON "news_articles" USING gist (point("lon", "lat")) WHERE "news_articles"."lat" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "news_clusters_seen" ON "news_clusters" USING btree ("last_seen_at","id");--> statement-breakpoint
CREATE INDEX "news_clusters_owner" ON "news_clusters" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "news_feeds_owner" ON "news_feeds" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "news_feeds_due" ON "news_feeds" USING btree ("next_fetch_at") WHERE "news_feeds"."enabled" AND NOT "news_feeds"."gone";