CREATE TABLE "alert_ticks" (
	"key" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"entries" integer NOT NULL,
	"dropped" integer NOT NULL,
	"packed" "bytea" NOT NULL,
	CONSTRAINT "alert_ticks_key_started_at_pk" PRIMARY KEY("key","started_at")
);
--> statement-breakpoint
CREATE INDEX "alert_ticks_ended" ON "alert_ticks" USING btree ("ended_at");