CREATE TABLE "subscription_mails" (
	"subscription_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"batch" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscription_mails_subscription_id_event_id_pk" PRIMARY KEY("subscription_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "mail_mode" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "digest_minutes" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "last_sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "last_error_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "subscription_mails" ADD CONSTRAINT "subscription_mails_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_mails" ADD CONSTRAINT "subscription_mails_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscription_mails_batch" ON "subscription_mails" USING btree ("subscription_id","batch");--> statement-breakpoint
CREATE INDEX "subscription_mails_account" ON "subscription_mails" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "subscription_mails_due" ON "subscription_mails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "subscription_mails_event" ON "subscription_mails" USING btree ("event_id");