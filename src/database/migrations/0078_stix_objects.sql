ALTER TABLE "osint_evidence" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "sanctioned_entities" ADD COLUMN "delisted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sanctioned_entities" ADD COLUMN "stix_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sanctioned_entities" ADD COLUMN "added_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sanctioned_entities" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "vulnerabilities" ADD COLUMN "stix_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "vulnerabilities" ADD COLUMN "added_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "vulnerabilities" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "osint_cases_changed" ON "osint_cases" USING btree ("account_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "osint_evidence_account" ON "osint_evidence" USING btree ("account_id","captured_at","id");--> statement-breakpoint
CREATE INDEX "sanctioned_entities_stix" ON "sanctioned_entities" USING btree ("stix_id");--> statement-breakpoint
CREATE INDEX "sanctioned_entities_changed" ON "sanctioned_entities" USING btree ("changed_at","stix_id");--> statement-breakpoint
CREATE INDEX "vulnerabilities_stix" ON "vulnerabilities" USING btree ("stix_id");--> statement-breakpoint
CREATE INDEX "vulnerabilities_changed" ON "vulnerabilities" USING btree ("changed_at","stix_id");--> statement-breakpoint
CREATE FUNCTION osint_evidence_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT account_id INTO NEW.account_id FROM osint_cases WHERE id = NEW.case_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER osint_evidence_owner BEFORE INSERT ON osint_evidence
  FOR EACH ROW EXECUTE FUNCTION osint_evidence_owner();--> statement-breakpoint
UPDATE "osint_evidence" SET "account_id" = "osint_cases"."account_id" FROM "osint_cases" WHERE "osint_cases"."id" = "osint_evidence"."case_id";
