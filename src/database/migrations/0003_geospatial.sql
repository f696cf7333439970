CREATE TABLE "geo_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"key" text NOT NULL,
	"names" text[] NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"severity" smallint NOT NULL,
	"lat" double precision NOT NULL,
	"lon" double precision NOT NULL,
	"geometry" jsonb,
	"magnitude" jsonb,
	"depth_km" double precision,
	"url" text,
	"entities" text[] NOT NULL,
	"details" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "geo_events_provider_key" UNIQUE("provider","key")
);
--> statement-breakpoint
CREATE TABLE "geofence_members" (
	"fence_id" uuid NOT NULL,
	"layer" smallint NOT NULL,
	"object" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"dwelled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "geofence_members_fence_id_layer_object_pk" PRIMARY KEY("fence_id","layer","object")
);
--> statement-breakpoint
CREATE TABLE "geofences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"shape" jsonb NOT NULL,
	"policy" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"change" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moving_objects" (
	"layer" smallint NOT NULL,
	"object" integer NOT NULL,
	"state" jsonb NOT NULL,
	"observed_at" timestamp (3) with time zone NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "moving_objects_layer_object_pk" PRIMARY KEY("layer","object")
);
--> statement-breakpoint
CREATE TABLE "pins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"title" text NOT NULL,
	"note" text,
	"lat" double precision NOT NULL,
	"lon" double precision NOT NULL,
	"severity" smallint NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "track_points" (
	"layer" smallint NOT NULL,
	"object" integer NOT NULL,
	"observed_at" timestamp (3) with time zone NOT NULL,
	"lat" double precision NOT NULL,
	"lon" double precision NOT NULL,
	"speed_knots" real,
	"course_degrees" real,
	"altitude_feet" integer,
	CONSTRAINT "track_points_layer_object_observed_at_pk" PRIMARY KEY("layer","object","observed_at")
);
--> statement-breakpoint
ALTER TABLE "geofence_members" ADD CONSTRAINT "geofence_members_fence_id_geofences_id_fk" FOREIGN KEY ("fence_id") REFERENCES "public"."geofences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofences" ADD CONSTRAINT "geofences_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pins" ADD CONSTRAINT "pins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "geo_events_names" ON "geo_events" USING gin ("names");--> statement-breakpoint
CREATE INDEX "geo_events_started" ON "geo_events" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "geo_events_type" ON "geo_events" USING btree ("type","started_at","id");--> statement-breakpoint
CREATE INDEX "geo_events_ongoing" ON "geo_events" USING btree ("provider") WHERE "geo_events"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX "geo_events_place" ON "geo_events" USING gist (point("lon", "lat"));--> statement-breakpoint
CREATE INDEX "geo_events_entities" ON "geo_events" USING gin ("entities");--> statement-breakpoint
CREATE INDEX "geofences_account" ON "geofences" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "geofences_change" ON "geofences" USING btree ("change");--> statement-breakpoint
CREATE INDEX "moving_objects_time" ON "moving_objects" USING btree ("observed_at");--> statement-breakpoint
CREATE INDEX "pins_account" ON "pins" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "pins_expires" ON "pins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "track_points_time" ON "track_points" USING btree ("observed_at");--> statement-breakpoint
CREATE INDEX "events_place" ON "events" USING gist (point("longitude", "latitude")) WHERE "events"."latitude" IS NOT NULL;