DROP INDEX "events_public_time";--> statement-breakpoint
DROP INDEX "events_owner_time";--> statement-breakpoint
CREATE INDEX "events_public_time" ON "events" USING btree ("time","position","type","severity") WHERE "events"."audience" = 'public';--> statement-breakpoint
CREATE INDEX "events_owner_time" ON "events" USING btree ("owner_id","time","position","type","severity") WHERE "events"."owner_id" IS NOT NULL;