import { ShieldAlert } from 'lucide';
import { Link } from 'wouter-preact';
import { useOperator } from '../views.ts';
import { Badge } from './values.tsx';

export const ContainedBadge = () => (
  <Badge tone="bad" icon={ShieldAlert}>
    contained
  </Badge>
);

interface AgencyLinkProps {
  readonly id: string;
  readonly name: string;
  /** Known where the agency itself was read. */
  readonly isContained?: boolean;
}

/** The name of an agency, which leads to it, and whether the agency is contained. */
export function AgencyLink({ id, name, isContained }: AgencyLinkProps) {
  const { incidents } = useOperator();
  const contained = isContained ?? incidents.data?.containments.some((of) => of.agency_id === id && of.key_id === null) ?? false;
  return (
    <>
      <Link href={`/agencies/${id}`}>{name}</Link> {contained && <ContainedBadge />}
    </>
  );
}
