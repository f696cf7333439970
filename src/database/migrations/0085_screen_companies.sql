CREATE TABLE "screen_companies" (
	"symbol" text PRIMARY KEY NOT NULL,
	"layout" text NOT NULL,
	"day" text NOT NULL,
	"loaded_at" timestamp (3) with time zone NOT NULL,
	"figures" "bytea" NOT NULL
);
