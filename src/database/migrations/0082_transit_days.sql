CREATE TABLE "transit_days" (
	"flow_id" text NOT NULL,
	"day" text NOT NULL,
	"calls" integer[] NOT NULL,
	CONSTRAINT "transit_days_flow_id_day_pk" PRIMARY KEY("flow_id","day")
);
