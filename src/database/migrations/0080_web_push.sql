CREATE TABLE "alert_web_push_keys" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	CONSTRAINT "alert_web_push_keys_one_row" CHECK ("alert_web_push_keys"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "alert_contacts" ADD COLUMN "disabled_reason" text;