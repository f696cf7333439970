CREATE TABLE "reference_tables" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"validators" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"records" integer NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	"content" "bytea" NOT NULL
);
