// Generated from spec/ by `npm run generate`. Do not edit.

/** The numbers that the contract states. */
export const limits = {
  /** Connections of a listener of one process at the same time. */
  listenerConnections: 8192,
  /** Requests of a key that are worked on at the same time by one process. */
  requestsAtOnceOfKey: 8,
  /** Requests of a key that wait for others of its agency. */
  waitingRequestsOfKey: 256,
  /** The same of all keys of an agency. */
  waitingRequestsOfAgency: 512,
  /** The same of all agencies. */
  waitingRequests: 4096,
  /** Seconds for which a request waits for others of its agency. */
  waitSeconds: 10,
  /** The longest line and headers of a request. */
  headBytes: 16384,
  /** Seconds in which a request must be complete. */
  requestSeconds: 30,
  /** Mismatches with the schema that a problem lists. */
  listedMismatches: 1000,
  /** The shortest answer that is compressed. */
  compressedBytes: 1024,
  /** Wrong operator tokens of an address after which it has to wait. */
  operatorTries: 30,
  /** Seconds in which an address has its tries. */
  operatorTriesSeconds: 60,
  /** The most days for which an operator token is made. */
  operatorTokenDays: 400,
  /** Days for which an operator token is made where nothing else is asked for. */
  operatorTokenDefaultDays: 90,
  /** Entries of the audit log that a key causes in an hour at the most. */
  auditedChangesOfKey: 600,
  /** The same of all keys of an agency. */
  auditedChangesOfAgency: 1200,
  /** Days for which an entry of the audit log is kept. */
  auditDays: 400,
  /** Days for which uses of keys are kept. */
  useDays: 30,
  /** Logins of an operator token to the console within a minute */
  sessionLogins: 60,
  /** The most hours for which an operator stays logged in to the console. */
  sessionHours: 12,
  /** Seconds for which a link to the portal is made where nothing else is asked for. */
  portalSeconds: 3600,
  /** The most seconds of a link to the portal. */
  portalMostSeconds: 86400,
  /** The most origins of a link to the portal. */
  portalOrigins: 10,
  /** The most times that a link to the portal is opened. */
  portalUses: 100,
  /** Days for which the key of a link is listed after it expired. */
  portalLinkDays: 7,
  /** Seconds for which requests with records are gathered in one entry of the log. */
  ingestionSeconds: 10,
  /** Days for which an entry of the log of ingestions is kept. */
  ingestionDays: 7,
  /** The most entries of an agency in the log of ingestions. */
  ingestionsOfAgency: 1000,
  /** Seconds for which an overview of the service is shown again. */
  overviewSeconds: 5,
  /** Deliveries of the backlog that an overview counts. */
  overviewDeliveries: 20000,
  /** Jobs that an overview counts */
  overviewRows: 10000,
  /** Agencies and tables that an overview lists. */
  overviewItems: 10,
  /** Seconds after which uses of keys that a process counted are written. */
  useSeconds: 10,
  /** The most webhook endpoints of an agency. */
  endpointsOfAgency: 10,
  /** The longest URL of an endpoint, percent-encoded. */
  urlCharacters: 2048,
  /** The most secrets of an endpoint that sign at the same time, the current one among them. */
  secretsOfEndpoint: 5,
  /** Seconds from the start of an attempt to the status line of its answer. */
  attemptSeconds: 10,
  /** Seconds to wait after each failed attempt but the last. */
  retrySeconds: [10, 60, 300],
  /** What is kept of the beginning of an answer. */
  excerptBytes: 4096,
  /** The same of an answer with a 2xx status. */
  deliveredExcerptBytes: 200,
  /** Failed deliveries in a row after which an endpoint is disabled. */
  breakerFailures: 10,
  /** Days for which deliveries and failure records are kept. */
  historyDays: 30,
  /** Days for which counters are kept. */
  counterDays: 90,
  /** Days before now where counters are asked for without a start. */
  countedDays: 7,
  /** Seconds by which the time of a signature may differ from that of its receiver. */
  signatureAgeSeconds: 300,
  /** Pending deliveries of an endpoint that are counted. */
  countedPending: 10000,
  /** The most points of figures. */
  figurePoints: 1500,
  /** Deliveries that the latencies of all points of figures are of at the most. */
  figureSamples: 12000,
  /** The same of one point. */
  figurePointSamples: 200,
  /** Events that a page of events looks at to find those that match. */
  eventsOfPage: 10000,
  /** The most deliveries that one live event tells of. */
  liveDeliveries: 200,
  /** Seconds after which a live stream that had nothing to tell says so. */
  liveHeartbeatSeconds: 15,
  /** Live streams of a key at the same time in one process. */
  liveStreamsOfKey: 4,
  /** The same of all keys of an agency. */
  liveStreamsOfAgency: 64,
  /** The same of all keys. */
  liveStreams: 256,
  /** The same of all operators. */
  liveStreamsOfOperators: 32,
  /** Pending deliveries of an endpoint that a live stream counts. */
  livePending: 100,
  /** The most edits in the history of a fan's note. */
  insightEdits: 100,
  /** The most bytes that the texts in the history of a fan's note have together. */
  insightBytes: 1000000,
  /** The most edits in the histories of an agency. */
  insightEditsOfAgency: 1000000,
  /** Days for which an edit is kept. */
  insightDays: 400,
  /** Bytes that edits in the histories of an agency's notes count for. */
  quotaInsightHistoryBytes: 1000000000,
  /** Scheduled publications of an agency. */
  quotaScheduledPublications: 100000,
  /** Bytes of the publications of an agency, whatever their status. */
  quotaPublicationBytes: 2000000000,
  /** Pending deliveries of an agency. */
  quotaPendingDeliveries: 1000000,
  /** Failure records of an agency. */
  quotaFailureRecords: 2000000,
  /** Bytes that the history of an agency's deliveries and events counts for. */
  quotaDeliveryHistoryBytes: 10000000000,
  /** Days by which that quota is divided to bound what one of them may take. */
  historyDayShare: 10,
  /** Seconds after which a process writes what it added to histories. */
  historyCountSeconds: 10,
  /** API keys of an agency that are neither revoked nor expired */
  quotaApiKeys: 1000,
  /** Links to the portal that are made for an agency within 24 hours. */
  quotaPortalLinks: 2000,
  /** Minutes with too many pending deliveries after which the fullest endpoint of an agency is disabled. */
  pendingOverMinutes: 10,
  /** The most days of a window of revenue. */
  revenueDays: 365,
  /** The most days of a window of figures of creators. */
  creatorFiguresDays: 90,
  /** The most days of a window of figures of employees. */
  employeeFiguresDays: 365,
  /** The most days of a window by the hour. */
  hourlyDays: 7,
  /** The most days of a window by the day. */
  dailyDays: 31,
  /** The most days of a window by the week or month. */
  weeklyDays: 365,
  /** The most days of a window that is shown by the hour where nothing else is asked for. */
  chosenHourlyDays: 2,
  /** The same by the day. */
  chosenDailyDays: 31,
  /** The same by the week; longer ones are shown by the month. */
  chosenWeeklyDays: 180,
  /** Minutes after which projections are refreshed. */
  refreshMinutes: 15,
  /** Months that sent messages reach back. */
  sentMessageMonths: 24,
  /** Publications of a claim that does not say how many. */
  claimItems: 50,
  /** Seconds of a lease that does not say how long. */
  claimSeconds: 60,
};
