-- Openings of portal links have a limit of their own, and take no place of the changes that an agency's keys make.
CREATE OR REPLACE FUNCTION seconds_to_next_change(agency uuid, key uuid, most_of_key integer, most_of_agency integer) RETURNS float8
  LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (
    SELECT max(extract(epoch FROM uuid_extract_timestamp(id) + interval '1 hour' - statement_timestamp())::float8)
      FROM (
        (SELECT l.id FROM audit_log l
          WHERE l.actor_kind = 'key' AND l.action <> 'portal_link.opened' AND l.agency_id = agency AND l.actor_id = key AND l.id >= first_id_at(statement_timestamp() - interval '1 hour')
          ORDER BY l.id DESC OFFSET most_of_key - 1 LIMIT 1)
        UNION ALL
        (SELECT l.id FROM audit_log l
          WHERE l.actor_kind = 'key' AND l.action <> 'portal_link.opened' AND l.agency_id = agency AND l.id >= first_id_at(statement_timestamp() - interval '1 hour')
          ORDER BY l.id DESC OFFSET most_of_agency - 1 LIMIT 1)
      ) oldest_of_most
     WHERE agency = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency));
