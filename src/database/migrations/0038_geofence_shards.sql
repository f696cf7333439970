CREATE TABLE "geofence_shards" (
	"shards" smallint NOT NULL,
	"shard" smallint NOT NULL,
	"term" uuid NOT NULL,
	"evaluated_until" timestamp (3) with time zone,
	CONSTRAINT "geofence_shards_shards_shard_pk" PRIMARY KEY("shards","shard")
);
