DROP INDEX "news_articles_bands";--> statement-breakpoint
ALTER TABLE "news_clusters" ADD COLUMN "reports" jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "news_clusters" ADD COLUMN "independent_owners" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "news_clusters" ADD COLUMN "corroboration" real NOT NULL;--> statement-breakpoint
ALTER TABLE "news_clusters" ADD COLUMN "simulated" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "news_clusters" ADD COLUMN "announced" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "news_clusters" ADD COLUMN "place" jsonb;--> statement-breakpoint
ALTER TABLE "news_articles" DROP COLUMN "bands";--> statement-breakpoint
ALTER TABLE "news_clusters" DROP COLUMN "owners";