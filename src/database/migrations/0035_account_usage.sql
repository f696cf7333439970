CREATE TABLE "account_usage" (
	"account_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"refused_requests" bigint DEFAULT 0 NOT NULL,
	"streams" bigint DEFAULT 0 NOT NULL,
	"ai_tokens" bigint DEFAULT 0 NOT NULL,
	"webhook_attempts" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "account_usage_account_id_hour_pk" PRIMARY KEY("account_id","hour")
);
--> statement-breakpoint
ALTER TABLE "account_usage" ADD CONSTRAINT "account_usage_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_usage_hour" ON "account_usage" USING btree ("hour");