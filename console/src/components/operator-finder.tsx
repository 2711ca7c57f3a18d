import { useLocation } from 'wouter-preact';
import { hasWords, useFinder, type Command } from '../commands.ts';
import { healthSentence } from './health.tsx';
import { nameOfIncident } from '../sentences.ts';
import { holds } from '../session.ts';
import { useOperator } from '../views.ts';

/** The pages that are not about one agency. */
export const operatorPages = [
  ['/', 'Overview'],
  ['/service', 'Service'],
  ['/ingestion', 'Ingestion'],
  ['/audit', 'Audit log'],
  ['/data', 'Exports and erasures'],
  ['/tokens', 'Operator tokens'],
] as const;

const mostAgencies = 8;

/** Finds agencies by name or id, endpoints in trouble, and the operators' pages. */
export function OperatorFinder() {
  const { api, session, incidents } = useOperator();
  const [path, navigate] = useLocation();

  const agencies = async (search: string, signal: AbortSignal): Promise<Command[]> => {
    const query = { search, limit: mostAgencies };
    const { data } = await api.agencyActivity.list(query, { signal });
    return data.map(({ id, name, troubled_endpoint_count: troubled }) => ({
      id: `agency-${id}`,
      group: 'Agencies',
      title: name,
      hint: troubled > 0 ? `${troubled} in trouble` : id,
      run: () => navigate(`/agencies/${id}`),
    }));
  };
  const troubled = (text: string): Command[] =>
    (incidents.data?.data ?? [])
      .filter((of) => hasWords(`${nameOfIncident(of)} ${of.endpoint_url} ${of.endpoint_id}`, text))
      .map((of) => ({
        id: `incident-${of.endpoint_id}`,
        group: 'Endpoints in trouble',
        title: nameOfIncident(of),
        hint: healthSentence(of.health),
        run: () => navigate(`/agencies/${of.agency_id}/endpoints/${of.endpoint_id}`),
      }));
  const pages = (text: string): Command[] =>
    operatorPages
      .filter(([, title]) => hasWords(`${title} console`, text))
      .map(([href, title]) => ({ id: `operator-page-${href}`, group: 'Pages of all agencies', title, run: () => navigate(href) }));

  useFinder(async (text, signal) => {
    if (!holds(session, 'read')) return [];
    // The menu of these pages is offered where they are shown.
    const ofAll = path.startsWith('/agencies/') ? pages(text) : [];
    return text === '' ? ofAll : [...(await agencies(text, signal)), ...troubled(text), ...ofAll];
  });
  return null;
}
