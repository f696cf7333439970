-- Events are partitioned by position, deliveries by the time in the id of their event, attempts by the time in the id of their delivery. Rows that exist stay in
-- one partition of each table (`…_before`); nothing is copied. Until the end no other process reads or writes these tables.
LOCK TABLE "events", "webhook_deliveries", "webhook_attempts", "subscription_mails" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "subscription_mails" DROP CONSTRAINT "subscription_mails_event_id_events_id_fk";--> statement-breakpoint
ALTER TABLE "webhook_attempts" DROP CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_event_id_events_id_fk";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_pkey";--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_id_unique";--> statement-breakpoint
DO $$
DECLARE
  old record;
BEGIN
  FOR old IN SELECT tablename, indexname FROM pg_indexes WHERE schemaname = 'public' AND tablename IN ('events', 'webhook_deliveries', 'webhook_attempts') LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', old.indexname, old.tablename || '_before' || substr(old.indexname, length(old.tablename) + 1));
  END LOOP;
END $$;--> statement-breakpoint
ALTER SEQUENCE "events_position_seq" RENAME TO "events_before_position_seq";--> statement-breakpoint
ALTER TABLE "events" RENAME TO "events_before";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" RENAME TO "webhook_deliveries_before";--> statement-breakpoint
ALTER TABLE "webhook_attempts" RENAME TO "webhook_attempts_before";--> statement-breakpoint
CREATE TABLE "events" (LIKE "events_before" INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY RANGE ("position");--> statement-breakpoint
ALTER TABLE "events" ADD PRIMARY KEY ("position");--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME "events_position_seq");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_id" ON "events" USING btree ("id");--> statement-breakpoint
CREATE INDEX "events_public_time" ON "events" USING btree ("time","position","type","severity") WHERE "events"."audience" = 'public';--> statement-breakpoint
CREATE INDEX "events_owner_time" ON "events" USING btree ("owner_id","time","position","type","severity") WHERE "events"."owner_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "events_owner_position" ON "events" USING btree ("owner_id","position") WHERE "events"."owner_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("type","position");--> statement-breakpoint
CREATE INDEX "events_search" ON "events" USING gin ("search");--> statement-breakpoint
CREATE INDEX "events_keys" ON "events" USING gin ("keys");--> statement-breakpoint
CREATE INDEX "events_endpoints" ON "events" USING gin ("endpoint_ids") WHERE "events"."endpoint_ids" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "events_place" ON "events" USING gist (point("longitude", "latitude")) WHERE "events"."latitude" IS NOT NULL;--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (LIKE "webhook_deliveries_before" INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE ("event_id");--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_id_event_id_pk" PRIMARY KEY ("id","event_id");--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("endpoint_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_account" ON "webhook_deliveries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_status" ON "webhook_deliveries" USING btree ("endpoint_id","status","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE TABLE "webhook_attempts" (LIKE "webhook_attempts_before" INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE ("delivery_id");--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_number_pk" PRIMARY KEY ("delivery_id","number");--> statement-breakpoint
CREATE INDEX "webhook_attempts_endpoint" ON "webhook_attempts" USING btree ("endpoint_id","at");--> statement-breakpoint
DO $$
DECLARE
  next_position bigint := (SELECT last_value + is_called::int FROM events_before_position_seq);
  days CONSTANT int := 5;
  slot_ms CONSTANT bigint := days * 86400000;
  this_slot bigint := floor(extract(epoch FROM now()) * 1000 / slot_ms);
  slot bigint;
  newest uuid;
  part record;
BEGIN
  ALTER TABLE events_before ALTER COLUMN position DROP IDENTITY;
  PERFORM setval('events_position_seq', next_position, false);
  IF EXISTS (SELECT FROM events_before) THEN
    EXECUTE format('ALTER TABLE events ATTACH PARTITION events_before FOR VALUES FROM (MINVALUE) TO (%s)', next_position);
  ELSE
    DROP TABLE events_before;
  END IF;
  EXECUTE format('CREATE TABLE events_%s PARTITION OF events FOR VALUES FROM (%1$s) TO (%s)', next_position, next_position + 1000000);
  FOR part IN SELECT * FROM (VALUES ('webhook_deliveries', 'event_id'), ('webhook_attempts', 'delivery_id')) AS parts (name, key) LOOP
    EXECUTE format('SELECT %I FROM %I ORDER BY 1 DESC LIMIT 1', part.key, part.name || '_before') INTO newest;
    slot := this_slot;
    IF newest IS NULL THEN
      EXECUTE format('DROP TABLE %I', part.name || '_before');
    ELSE
      -- The first 48 bits of an id are milliseconds.
      slot := greatest(slot, ('x' || translate(left(newest::text, 13), '-', ''))::bit(48)::bigint / slot_ms) + 1;
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
        part.name, part.name || '_before', rpad(lpad(to_hex(slot * slot_ms), 12, '0'), 32, '0')::uuid);
    END IF;
    WHILE slot <= this_slot + 1 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        part.name || '_' || to_char(to_timestamp(slot * slot_ms / 1000) AT TIME ZONE 'UTC', 'YYYYMMDD'), part.name,
        rpad(lpad(to_hex(slot * slot_ms), 12, '0'), 32, '0')::uuid, rpad(lpad(to_hex((slot + 1) * slot_ms), 12, '0'), 32, '0')::uuid);
      slot := slot + 1;
    END LOOP;
  END LOOP;
END $$;--> statement-breakpoint
CREATE TABLE "events_default" PARTITION OF "events" DEFAULT;--> statement-breakpoint
CREATE TABLE "webhook_deliveries_default" PARTITION OF "webhook_deliveries" DEFAULT;--> statement-breakpoint
CREATE TABLE "webhook_attempts_default" PARTITION OF "webhook_attempts" DEFAULT;--> statement-breakpoint
-- What foreign keys with `ON DELETE cascade` did. With those, every dropped partition would be compared with all rows that may refer to it.
CREATE FUNCTION "delete_with_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.webhook_deliveries WHERE event_id = OLD.id;
  DELETE FROM public.subscription_mails WHERE event_id = OLD.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "events_deleted" AFTER DELETE ON "events" FOR EACH ROW EXECUTE FUNCTION "delete_with_event"();--> statement-breakpoint
CREATE FUNCTION "delete_with_delivery"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.webhook_attempts WHERE delivery_id = OLD.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "webhook_deliveries_deleted" AFTER DELETE ON "webhook_deliveries" FOR EACH ROW EXECUTE FUNCTION "delete_with_delivery"();
