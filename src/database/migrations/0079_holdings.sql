CREATE TABLE "holdings" (
	"key" text PRIMARY KEY NOT NULL,
	"entity" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"report" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "holdings_entity" ON "holdings" USING btree ("entity","started_at");--> statement-breakpoint
CREATE INDEX "holdings_started" ON "holdings" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "holdings_ongoing" ON "holdings" USING btree ("started_at") WHERE ended_at is null;