ALTER TABLE "alerts" ADD COLUMN "entity_name" text;--> statement-breakpoint
UPDATE "alerts" SET "entity_name" = substr("title", length("rule_name") + 3, length("title") - length("rule_name") - length("key") - 5)
WHERE "key" <> '' AND starts_with("title", "rule_name" || ': ') AND right("title", length("key") + 3) = ' (' || "key" || ')'
	AND length("title") > length("rule_name") + length("key") + 5;
