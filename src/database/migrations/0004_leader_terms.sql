CREATE TABLE "leader_terms" (
	"lock" integer PRIMARY KEY NOT NULL,
	"term" bigint NOT NULL
);
