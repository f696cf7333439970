ALTER TABLE "alert_contacts" DROP COLUMN "last_sent_at";--> statement-breakpoint
ALTER TABLE "alert_contacts" DROP COLUMN "last_error_at";--> statement-breakpoint
ALTER TABLE "alert_contacts" DROP COLUMN "last_error";