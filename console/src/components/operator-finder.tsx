import { useLocation } from 'wouter-preact';
import { hasWords, useFinder, type Command } from '../commands.ts';
import { healthSentence, nameOfIncident } from '../sentences.ts';
import { useOperator } from '../views.ts';
import type { NavItem } from './page.tsx';

const maxAgencies = 8;

/** Finds agencies by name or id, endpoints with incidents, and the operator pages. */
export function OperatorFinder({ pages }: { pages: readonly NavItem[] }) {
  const { api, incidents, hasScope } = useOperator();
  const [path, navigate] = useLocation();

  const findAgencies = async (search: string, signal: AbortSignal): Promise<Command[]> => {
    const { data } = await api.agencyActivity.list({ search, limit: maxAgencies }, { signal });
    return data.map(({ id, name, troubled_endpoint_count: troubled }) => ({
      id: `agency-${id}`,
      group: 'Agencies',
      title: name,
      hint: troubled > 0 ? `${troubled} in trouble` : id,
      run: () => navigate(`/agencies/${id}`),
    }));
  };
  const findIncidents = (text: string): Command[] =>
    (incidents.data?.data ?? [])
      .filter((of) => hasWords(`${nameOfIncident(of)} ${of.endpoint_url} ${of.endpoint_id}`, text))
      .map((of) => ({
        id: `incident-${of.endpoint_id}`,
        group: 'Endpoints in trouble',
        title: nameOfIncident(of),
        hint: healthSentence(of.health),
        run: () => navigate(`/agencies/${of.agency_id}/endpoints/${of.endpoint_id}`),
      }));
  const findPages = (text: string): Command[] =>
    pages
      .filter(([, title]) => hasWords(`${title} console`, text))
      .map(([href, title]) => ({ id: `operator-page-${href}`, group: 'Pages of all agencies', title, run: () => navigate(href) }));

  useFinder(async (text, signal) => {
    if (!hasScope('read')) return [];
    // On operator pages, their menu has these commands.
    const found = path.startsWith('/agencies/') ? findPages(text) : [];
    return text === '' ? found : [...(await findAgencies(text, signal)), ...findIncidents(text), ...found];
  });
  return null;
}
