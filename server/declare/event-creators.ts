/** SQL: whether an event is about an endpoint. Its deliveries change the trouble of no endpoint, so that no such event causes another. */
export const isAboutEndpoint = (eventType: string) => `starts_with(${eventType}, 'endpoint.')`;
export const isReportType = (eventType: string) => eventType.startsWith('endpoint.');

/** The `creatorId` of an event about an endpoint: all creators that the endpoint is limited to. */
export const creatorsOfReport = (allowedCreatorIds: readonly string[]): string | null =>
  allowedCreatorIds.length === 0 ? null : JSON.stringify(allowedCreatorIds);

/** CASE, because only the `creator_id` of an event about an endpoint is JSON. */
const isReportOrElse = (eventType: string, creatorId: string, creatorIds: string, otherwise: string) =>
  `CASE WHEN ${isAboutEndpoint(eventType)} THEN ${creatorId}::jsonb <@ to_jsonb(${creatorIds}) ELSE ${otherwise} END`;

/** SQL: whether an event about an endpoint is about one whose creators are all among these. */
export const isReportWithin = (eventType: string, creatorId: string, creatorIds: string) =>
  isReportOrElse(eventType, creatorId, creatorIds, 'false');

/** SQL: whether an event is of one of these creators. A ping is of none, and for every key that reaches its endpoint. */
export const isOfCreators = (eventType: string, creatorId: string, creatorIds: string) =>
  `(${eventType} = 'ping' OR ${isReportOrElse(eventType, creatorId, creatorIds, `${creatorId} = ANY (${creatorIds})`)})`;
