CREATE TABLE "feed_settings" (
	"feed" text PRIMARY KEY NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"interval_seconds" integer,
	"budget_calls" integer,
	"budget_window_seconds" integer,
	"refresh_requested_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
