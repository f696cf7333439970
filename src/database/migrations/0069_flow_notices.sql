CREATE TABLE "flow_notices" (
	"flow_id" text NOT NULL,
	"simulated" boolean NOT NULL,
	"day" text NOT NULL,
	CONSTRAINT "flow_notices_flow_id_simulated_day_pk" PRIMARY KEY("flow_id","simulated","day")
);
