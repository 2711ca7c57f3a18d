-- How many seconds an agency's key has to wait before its next change that the audit log keeps: until fewer than so many entries of the last hour
-- are its own, and fewer than so many its agency's keys'. Null where it need not wait. It sees entries beyond the key's reach: of the
-- agency that the transaction is for, where it is for one.
CREATE INDEX audit_log_by_key ON audit_log (agency_id, actor_id, id) WHERE actor_kind = 'key';
CREATE FUNCTION seconds_to_next_change(agency uuid, key uuid, most_of_key integer, most_of_agency integer) RETURNS float8
  LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (
    SELECT max(extract(epoch FROM uuid_extract_timestamp(id) + interval '1 hour' - statement_timestamp())::float8)
      FROM (
        (SELECT l.id FROM audit_log l
          WHERE l.actor_kind = 'key' AND l.agency_id = agency AND l.actor_id = key AND l.id >= first_id_at(statement_timestamp() - interval '1 hour')
          ORDER BY l.id DESC OFFSET most_of_key - 1 LIMIT 1)
        UNION ALL
        (SELECT l.id FROM audit_log l
          WHERE l.actor_kind = 'key' AND l.agency_id = agency AND l.id >= first_id_at(statement_timestamp() - interval '1 hour')
          ORDER BY l.id DESC OFFSET most_of_agency - 1 LIMIT 1)
      ) oldest_of_most
     WHERE agency = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency));
REVOKE EXECUTE ON FUNCTION seconds_to_next_change FROM PUBLIC;
