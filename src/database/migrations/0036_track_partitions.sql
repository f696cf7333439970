-- One partition a day (UTC), so that expired days are dropped as a whole. Rows that exist stay in one partition of their own; nothing is copied.
ALTER TABLE "track_points" RENAME TO "track_points_before";--> statement-breakpoint
ALTER TABLE "track_points_before" RENAME CONSTRAINT "track_points_layer_object_observed_at_pk" TO "track_points_before_pk";--> statement-breakpoint
ALTER INDEX "track_points_time" RENAME TO "track_points_before_time";--> statement-breakpoint
CREATE TABLE "track_points" (
	"layer" smallint NOT NULL,
	"object" integer NOT NULL,
	"observed_at" timestamp (6) with time zone NOT NULL,
	"lat" double precision NOT NULL,
	"lon" double precision NOT NULL,
	"speed_knots" real,
	"course_degrees" real,
	"altitude_feet" integer,
	"left_out" integer,
	CONSTRAINT "track_points_layer_object_observed_at_pk" PRIMARY KEY("layer","object","observed_at")
) PARTITION BY RANGE ("observed_at");--> statement-breakpoint
CREATE INDEX "track_points_time" ON "track_points" USING btree ("observed_at");--> statement-breakpoint
CREATE TABLE "track_points_default" PARTITION OF "track_points" DEFAULT;--> statement-breakpoint
DO $$
DECLARE
  today timestamptz := date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  next_day timestamptz := today;
  newest timestamptz;
BEGIN
  SELECT max(observed_at) INTO newest FROM track_points_before;
  IF newest IS NULL THEN
    DROP TABLE track_points_before;
  ELSE
    next_day := date_trunc('day', greatest(newest, now()) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '24 hours';
    EXECUTE format('ALTER TABLE track_points ATTACH PARTITION track_points_before FOR VALUES FROM (MINVALUE) TO (%L)', next_day);
  END IF;
  WHILE next_day <= today + interval '72 hours' LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF track_points FOR VALUES FROM (%L) TO (%L)',
      'track_points_' || to_char(next_day AT TIME ZONE 'UTC', 'YYYYMMDD'), next_day, next_day + interval '24 hours');
    next_day := next_day + interval '24 hours';
  END LOOP;
END $$;
