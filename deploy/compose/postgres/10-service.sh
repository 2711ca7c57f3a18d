#!/bin/sh
# Runs once, when the database is created: the service is not a superuser, and creates its roles itself.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/service-password)" --username postgres --dbname service <<'SQL'
CREATE USER service LOGIN CREATEROLE PASSWORD :'password';
ALTER DATABASE service OWNER TO service;
ALTER SCHEMA public OWNER TO service;
SQL
