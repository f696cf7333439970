ALTER TABLE "webhook_endpoints" ADD COLUMN "order_by" text;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "order_key" text;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "order_position" bigint;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries" USING btree ("endpoint_id","order_key","order_position") WHERE status = 'pending' and order_key is not null;