CREATE TABLE "last_backup" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"rows" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "last_backup_one_row" CHECK ("last_backup"."id" = 1)
);
