CREATE FUNCTION grants_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('watchfloor_grants', '');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER grants_changed AFTER INSERT OR UPDATE OR DELETE ON grants
  FOR EACH ROW EXECUTE FUNCTION grants_changed();--> statement-breakpoint
CREATE TRIGGER grants_changed AFTER INSERT OR UPDATE OR DELETE ON team_members
  FOR EACH ROW EXECUTE FUNCTION grants_changed();--> statement-breakpoint
CREATE TRIGGER grants_changed AFTER UPDATE OF disabled_at ON accounts
  FOR EACH ROW WHEN (OLD.disabled_at IS DISTINCT FROM NEW.disabled_at) EXECUTE FUNCTION grants_changed();
