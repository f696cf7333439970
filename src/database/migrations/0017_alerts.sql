CREATE TABLE "alert_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alert_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_evaluation" (
	"id" integer PRIMARY KEY NOT NULL,
	"term" uuid NOT NULL,
	"position" bigint NOT NULL,
	"batch" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_rule_states" (
	"rule_id" uuid PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL,
	"condition" jsonb,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"severity" text NOT NULL,
	"condition" jsonb NOT NULL,
	"pending_seconds" integer NOT NULL,
	"recovery_seconds" integer NOT NULL,
	"cooldown_seconds" integer NOT NULL,
	"one_shot" boolean NOT NULL,
	"no_data" text NOT NULL,
	"endpoint_ids" uuid[] NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"disarmed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_silences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"comment" text NOT NULL,
	"rule_id" uuid,
	"severities" text[],
	"symbols" text[],
	"bbox" double precision[],
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_usage" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"units_left" integer NOT NULL,
	"units_per_second" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"rule_name" text NOT NULL,
	"key" text NOT NULL,
	"crossing" bigint NOT NULL,
	"state" text NOT NULL,
	"severity" text NOT NULL,
	"title" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"fired_at" timestamp (3) with time zone,
	"acknowledged_at" timestamp (3) with time zone,
	"snoozed_until" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"resolved_reason" text,
	"explanation" jsonb NOT NULL,
	"group_id" uuid,
	"symbols" text[] NOT NULL,
	"entities" text[] NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"notified" boolean DEFAULT false NOT NULL,
	"held" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alerts_crossing" UNIQUE("rule_id","key","crossing")
);
--> statement-breakpoint
ALTER TABLE "alert_comments" ADD CONSTRAINT "alert_comments_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_comments" ADD CONSTRAINT "alert_comments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rule_states" ADD CONSTRAINT "alert_rule_states_rule_id_alert_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_silences" ADD CONSTRAINT "alert_silences_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_usage" ADD CONSTRAINT "alert_usage_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_comments_alert" ON "alert_comments" USING btree ("alert_id","id");--> statement-breakpoint
CREATE INDEX "alert_comments_account" ON "alert_comments" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "alert_rules_account" ON "alert_rules" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "alert_rules_expires" ON "alert_rules" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "alert_silences_account" ON "alert_silences" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "alert_silences_ends" ON "alert_silences" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "alerts_account" ON "alerts" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "alerts_rule" ON "alerts" USING btree ("rule_id","id");--> statement-breakpoint
CREATE INDEX "alerts_open" ON "alerts" USING btree ("account_id","rule_id") WHERE "alerts"."state" <> 'resolved';--> statement-breakpoint
CREATE INDEX "alerts_held" ON "alerts" USING btree ("held","account_id") WHERE "alerts"."held" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "alerts_resolved" ON "alerts" USING btree ("resolved_at") WHERE "alerts"."resolved_at" IS NOT NULL;