ALTER TABLE "alerts" DROP CONSTRAINT "alerts_assignee_id_alert_contacts_id_fk";
