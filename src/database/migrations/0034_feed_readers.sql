CREATE TABLE "feed_readers" (
	"feed" text PRIMARY KEY NOT NULL,
	"process" text NOT NULL,
	"status" text NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
