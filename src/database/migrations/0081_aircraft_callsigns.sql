CREATE TABLE "aircraft_callsigns" (
	"object" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"callsign" text NOT NULL,
	CONSTRAINT "aircraft_callsigns_object_since_pk" PRIMARY KEY("object","since")
);
--> statement-breakpoint
CREATE INDEX "aircraft_callsigns_time" ON "aircraft_callsigns" USING btree ("since");