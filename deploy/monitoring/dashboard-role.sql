-- The role of Grafana's data source for dashboards/agency.json. Run it as a superuser, and set a password of your own:
--   psql "$DATABASE_URL" -f dashboard-role.sql && psql "$DATABASE_URL" -c '\password agency_dashboard'
-- It reads all agencies, and no secret, payload, fan or message.
CREATE ROLE agency_dashboard LOGIN BYPASSRLS CONNECTION LIMIT 10;
ALTER ROLE agency_dashboard SET default_transaction_read_only = on;
ALTER ROLE agency_dashboard SET statement_timeout = '10s';
GRANT SELECT (id, name) ON agencies TO agency_dashboard;
GRANT SELECT (agency_id, id, label, url, status, disabled_reason, consecutive_failures, trouble) ON webhook_endpoints TO agency_dashboard;
GRANT SELECT ON delivery_minutes, revenue_quarters, message_quarters TO agency_dashboard;
GRANT SELECT (agency_id, endpoint_id, due_at) ON delivery_queue TO agency_dashboard;
GRANT SELECT (agency_id, endpoint_id, error, occurred_at) ON delivery_failures TO agency_dashboard;
