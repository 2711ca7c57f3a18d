/** The agency and creators that an API key may access. Empty `creatorIds` mean all creators of the agency. */
export class TenantScope {
  readonly agencyId: string;
  readonly creatorIds: readonly string[];

  constructor(agencyId: string, creatorIds: readonly string[]) {
    this.agencyId = agencyId;
    this.creatorIds = creatorIds;
  }

  get isRestricted(): boolean {
    return this.creatorIds.length > 0;
  }

  covers(creatorId: string): boolean {
    return !this.isRestricted || this.creatorIds.includes(creatorId);
  }
}
