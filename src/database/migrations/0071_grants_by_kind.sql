DROP INDEX "grants_team";--> statement-breakpoint
CREATE INDEX "grants_grantee_kind" ON "grants" USING btree ("grantee_id","kind","resource_id");--> statement-breakpoint
CREATE INDEX "grants_team_kind" ON "grants" USING btree ("team_id","kind","resource_id");