CREATE TABLE "geofence_traffic_days" (
	"fence_id" uuid NOT NULL,
	"layer" smallint NOT NULL,
	"simulated" boolean NOT NULL,
	"day" text NOT NULL,
	"samples" smallint[] NOT NULL,
	"sums" integer[] NOT NULL,
	CONSTRAINT "geofence_traffic_days_fence_id_layer_simulated_day_pk" PRIMARY KEY("fence_id","layer","simulated","day")
);
--> statement-breakpoint
ALTER TABLE "geofence_traffic_days" ADD CONSTRAINT "geofence_traffic_days_fence_id_geofences_id_fk" FOREIGN KEY ("fence_id") REFERENCES "public"."geofences"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "geofence_traffic_days_day" ON "geofence_traffic_days" USING btree ("day");