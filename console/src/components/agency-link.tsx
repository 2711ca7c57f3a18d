import { Link } from 'wouter-preact';
import { useOperator } from '../views.ts';
import { ContainedBadge } from './status.tsx';

interface AgencyLinkProps {
  readonly id: string;
  readonly name: string;
  /** Given if the agency itself was read. */
  readonly isContained?: boolean;
}

/** A link to an agency, and whether the agency is contained. */
export function AgencyLink({ id, name, isContained }: AgencyLinkProps) {
  const { incidents } = useOperator();
  const contained = isContained ?? incidents.data?.containments.some((of) => of.agency_id === id && of.key_id === null) ?? false;
  return (
    <>
      <Link href={`/agencies/${id}`}>{name}</Link> {contained && <ContainedBadge />}
    </>
  );
}
