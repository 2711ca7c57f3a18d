/** What an API key may see: one agency, and of it some creators or, where `creatorIds` is empty, all of them. */
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
