CREATE TABLE "waiting_days" (
	"locode" text NOT NULL,
	"simulated" boolean NOT NULL,
	"day" text NOT NULL,
	"cargo" smallint[] NOT NULL,
	"tankers" smallint[] NOT NULL,
	CONSTRAINT "waiting_days_locode_simulated_day_pk" PRIMARY KEY("locode","simulated","day")
);
--> statement-breakpoint
CREATE INDEX "waiting_days_day" ON "waiting_days" USING btree ("day");