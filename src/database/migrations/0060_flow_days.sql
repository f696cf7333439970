CREATE TABLE "flow_days" (
	"flow_id" text NOT NULL,
	"simulated" boolean NOT NULL,
	"day" text NOT NULL,
	"hours" integer NOT NULL,
	"passages" "bytea" NOT NULL,
	CONSTRAINT "flow_days_flow_id_simulated_day_pk" PRIMARY KEY("flow_id","simulated","day")
);
--> statement-breakpoint
CREATE INDEX "flow_days_day" ON "flow_days" USING btree ("day");