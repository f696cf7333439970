CREATE TABLE "osint_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"evidence_count" integer DEFAULT 0 NOT NULL,
	"chain_hash" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "osint_evidence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"record_type" text,
	"record_id" text,
	"title" text NOT NULL,
	"url" text,
	"media_type" text NOT NULL,
	"content" text NOT NULL,
	"sha256" text NOT NULL,
	"previous_hash" text,
	"chain_hash" text NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "osint_evidence_sequence" UNIQUE("case_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "osint_lists" (
	"name" text PRIMARY KEY NOT NULL,
	"validators" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"records" integer NOT NULL,
	"as_of" timestamp (3) with time zone,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sanctioned_entities" (
	"list" text NOT NULL,
	"id" text NOT NULL,
	"entity" jsonb NOT NULL,
	CONSTRAINT "sanctioned_entities_list_id_pk" PRIMARY KEY("list","id")
);
--> statement-breakpoint
CREATE TABLE "vulnerabilities" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"vendor" text,
	"product" text,
	"severity" text,
	"score" real,
	"vector" text,
	"published_at" timestamp (3) with time zone,
	"modified_at" timestamp (3) with time zone,
	"exploited_since" text,
	"due_date" text,
	"required_action" text,
	"ransomware" boolean,
	"weaknesses" text[] NOT NULL,
	"references" text[] NOT NULL,
	"providers" text[] NOT NULL,
	"listed_at" timestamp (3) with time zone NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', id || ' ' || title || ' ' || coalesce(vendor, '') || ' ' || coalesce(product, '')) || to_tsvector('simple', left(description, 4000))) STORED
);
--> statement-breakpoint
ALTER TABLE "osint_cases" ADD CONSTRAINT "osint_cases_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "osint_evidence" ADD CONSTRAINT "osint_evidence_case_id_osint_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."osint_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "osint_cases_account" ON "osint_cases" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "vulnerabilities_listed" ON "vulnerabilities" USING btree ("listed_at","id");--> statement-breakpoint
CREATE INDEX "vulnerabilities_severity" ON "vulnerabilities" USING btree ("severity","listed_at","id");--> statement-breakpoint
CREATE INDEX "vulnerabilities_search" ON "vulnerabilities" USING gin ("search");