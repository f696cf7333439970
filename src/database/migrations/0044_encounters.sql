CREATE TABLE "encounters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"severity" smallint NOT NULL,
	"lat" double precision NOT NULL,
	"lon" double precision NOT NULL,
	"entities" text[] NOT NULL,
	"details" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "encounters_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE INDEX "encounters_started" ON "encounters" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "encounters_ongoing" ON "encounters" USING btree ("started_at") WHERE "encounters"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX "encounters_place" ON "encounters" USING gist (point("lon", "lat"));--> statement-breakpoint
CREATE INDEX "encounters_entities" ON "encounters" USING gin ("entities");