import { Link } from 'wouter-preact';
import { useOperator } from '../views.ts';
import { ContainedBadge } from './status.tsx';

export function AgencyLink({ id, name, isContained }: { id: string; name: string; isContained?: boolean }) {
  const { incidents } = useOperator();
  const contained = isContained ?? incidents.data?.containments.some((of) => of.agency_id === id && of.key_id === null) ?? false;
  return (
    <>
      <Link href={`/agencies/${id}`}>{name}</Link> {contained && <ContainedBadge />}
    </>
  );
}
