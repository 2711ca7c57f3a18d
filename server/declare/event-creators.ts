/** SQL: whether an event is about an endpoint. Its deliveries do not change the trouble of an endpoint, so that such an event causes no other. */
export const isAboutEndpoint = (eventType: string) => `starts_with(${eventType}, 'endpoint.')`;
export const isReportType = (eventType: string) => eventType.startsWith('endpoint.');

/** The `creatorId` of an event about an endpoint: all creators that the endpoint is limited to. */
export const creatorsOfReport = (allowedCreatorIds: readonly string[]): string | null =>
  allowedCreatorIds.length === 0 ? null : JSON.stringify(allowedCreatorIds);

/** Uses CASE, because only the `creator_id` of an event about an endpoint is JSON. */
const isReportOrElse = (eventType: string, creatorId: string, creatorIds: string, otherwise: string) =>
  `CASE WHEN ${isAboutEndpoint(eventType)} THEN ${creatorId}::jsonb <@ to_jsonb(${creatorIds}) ELSE ${otherwise} END`;

/** SQL: whether an event is about an endpoint whose creators are all among these. */
export const isReportWithin = (eventType: string, creatorId: string, creatorIds: string) =>
  isReportOrElse(eventType, creatorId, creatorIds, 'false');

/** SQL: whether an event belongs to these creators. A ping has no creator, and is visible to every key that may access its endpoint. */
export const isOfCreators = (eventType: string, creatorId: string, creatorIds: string) =>
  `(${eventType} = 'ping' OR ${isReportOrElse(eventType, creatorId, creatorIds, `${creatorId} = ANY (${creatorIds})`)})`;
