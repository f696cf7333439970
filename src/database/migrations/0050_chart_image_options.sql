ALTER TABLE "graphs" ADD COLUMN "scale" text DEFAULT 'linear' NOT NULL;--> statement-breakpoint
ALTER TABLE "graphs" ADD COLUMN "overlay" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "graphs" ADD COLUMN "panel" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "graphs" ADD COLUMN "compare" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "graphs" ADD COLUMN "marks" jsonb DEFAULT '[]'::jsonb NOT NULL;