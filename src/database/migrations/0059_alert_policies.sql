CREATE TABLE "alert_contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"channel" text NOT NULL,
	"settings" text NOT NULL,
	"address" text NOT NULL,
	"endpoint_id" uuid,
	"last_sent_at" timestamp (3) with time zone,
	"last_error_at" timestamp (3) with time zone,
	"last_error" text,
	"next_call_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_escalations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"policy_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"step" integer NOT NULL,
	"repeat" integer NOT NULL,
	"step_started_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone,
	"is_inhibited" boolean NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	CONSTRAINT "alert_escalations_event" UNIQUE("policy_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "alert_notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"escalation_id" uuid,
	"policy_id" uuid,
	"alert_id" uuid,
	"contact_id" uuid NOT NULL,
	"contact_name" text NOT NULL,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"step" integer NOT NULL,
	"repeat" integer NOT NULL,
	"severity" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "alert_notifications_once" UNIQUE("escalation_id","kind","step","repeat","contact_id")
);
--> statement-breakpoint
CREATE TABLE "alert_policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"routes" jsonb NOT NULL,
	"steps" jsonb NOT NULL,
	"inhibited_by" jsonb,
	"title_template" text NOT NULL,
	"text_template" text NOT NULL,
	"notify_end" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "alert_contacts" ADD CONSTRAINT "alert_contacts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_escalations" ADD CONSTRAINT "alert_escalations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_escalations" ADD CONSTRAINT "alert_escalations_policy_id_alert_policies_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."alert_policies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_escalations" ADD CONSTRAINT "alert_escalations_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notifications" ADD CONSTRAINT "alert_notifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notifications" ADD CONSTRAINT "alert_notifications_escalation_id_alert_escalations_id_fk" FOREIGN KEY ("escalation_id") REFERENCES "public"."alert_escalations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notifications" ADD CONSTRAINT "alert_notifications_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_policies" ADD CONSTRAINT "alert_policies_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_contacts_account" ON "alert_contacts" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "alert_escalations_due" ON "alert_escalations" USING btree ("next_at") WHERE "alert_escalations"."next_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "alert_escalations_alert" ON "alert_escalations" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "alert_escalations_account" ON "alert_escalations" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "alert_notifications_account" ON "alert_notifications" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "alert_notifications_alert" ON "alert_notifications" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "alert_policies_account" ON "alert_policies" USING btree ("account_id","id");--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_assignee_id_alert_contacts_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."alert_contacts"("id") ON DELETE set null ON UPDATE no action;