// Generated from spec/ by `npm run generate`. Do not edit.

/** The limits of the contract. */
export const limits = {
  /** Connections of a listener of one process at the same time. */
  listenerConnections: 8192,
  /** Requests of a key that one process works on at the same time. */
  requestsAtOnceOfKey: 8,
  /** Waiting requests of a key. */
  waitingRequestsOfKey: 256,
  /** Waiting requests of all keys of an agency. */
  waitingRequestsOfAgency: 512,
  /** Waiting requests of all agencies. */
  waitingRequests: 4096,
  /** Seconds for which a request may wait. */
  waitSeconds: 10,
  /** The longest line and headers of a request. */
  headBytes: 16384,
  /** Seconds in which a request must be complete. */
  requestSeconds: 30,
  /** Mismatches with the schema that a problem lists. */
  listedMismatches: 1000,
  /** Hours for which the response to a request with an idempotency key is stored. */
  idempotencyHours: 24,
  /** The longest response that is stored for an idempotency key. */
  idempotentAnswerBytes: 1048576,
  /** The most stored responses of an agency. */
  idempotentAnswersOfAgency: 100000,
  /** The most bytes of the stored responses of an agency. */
  idempotentAgencyBytes: 268435456,
  /** The most bytes of the stored responses of one API key. */
  idempotentCallerBytes: 67108864,
  /** The shortest response that is compressed. */
  compressedBytes: 1024,
  /** Wrong operator tokens of an address after which further ones are refused. */
  operatorTries: 30,
  /** Seconds over which wrong tokens of an address are counted. */
  operatorTriesSeconds: 60,
  /** The longest validity of an operator token, in days. */
  operatorTokenDays: 400,
  /** The default validity of an operator token, in days. */
  operatorTokenDefaultDays: 90,
  /** Audit log entries per key and hour, at most. */
  auditedChangesOfKey: 600,
  /** Audit log entries of all keys of an agency per hour, at most. */
  auditedChangesOfAgency: 1200,
  /** Those of a key that are reserved for rotating a secret, cancelling a recovery, and pausing or deleting an endpoint. */
  urgentChangesOfKey: 100,
  /** Those of all keys of an agency that are reserved for these. */
  urgentChangesOfAgency: 200,
  /** Days for which audit log entries are stored. */
  auditDays: 400,
  /** Days for which the rows of an export can be listed. */
  exportDays: 7,
  /** Days for which uses of keys are stored. */
  useDays: 30,
  /** Logins of an operator token to the console within a minute */
  sessionLogins: 60,
  /** The most hours for which an operator stays logged in to the console. */
  sessionHours: 12,
  /** The default validity of a link to the portal, in seconds. */
  portalSeconds: 3600,
  /** The longest validity of a link to the portal, in seconds. */
  portalMostSeconds: 86400,
  /** The most origins of a link to the portal. */
  portalOrigins: 10,
  /** The most times that a link to the portal is opened. */
  portalUses: 100,
  /** Times that the links of an agency are opened within an hour. */
  portalOpeningsOfAgency: 2400,
  /** Days for which the key of a link is listed after it expired. */
  portalLinkDays: 7,
  /** Seconds over which batches are combined into one entry of the log of ingestions. */
  ingestionSeconds: 10,
  /** Days for which entries of the log of ingestions are stored. */
  ingestionDays: 7,
  /** The most entries of an agency in the log of ingestions. */
  ingestionsOfAgency: 1000,
  /** Seconds for which an overview of the service is cached. */
  overviewSeconds: 5,
  /** Deliveries of the backlog that an overview counts. */
  overviewDeliveries: 20000,
  /** Jobs that an overview counts */
  overviewRows: 10000,
  /** The most characters of the error of a job that an overview shows. */
  jobErrorCharacters: 500,
  /** Agencies and tables that an overview lists. */
  overviewItems: 10,
  /** Endpoints whose latest attempts are checked for incidents, active ones and those that failed last first. */
  incidentCandidates: 2000,
  /** Incidents, and groups of incidents, that are listed. */
  incidentItems: 100,
  /** Endpoints of a group of incidents that are listed. */
  incidentEndpoints: 500,
  /** Agencies of a group of incidents that are named. */
  incidentAgencies: 3,
  /** The most days for which a group of incidents is acknowledged or muted. */
  acknowledgementDays: 90,
  /** Seconds for which a due delivery waits before its endpoint is behind. */
  behindSeconds: 60,
  /** Endpoints of all agencies that a search returns. */
  foundEndpoints: 20,
  /** Agencies that are listed by activity, the oldest first. */
  activityAgencies: 100000,
  /** Seconds after which a process writes its counted uses of keys. */
  useSeconds: 10,
  /** The most webhook endpoints of an agency. */
  endpointsOfAgency: 10,
  /** The longest URL of an endpoint, percent-encoded. */
  urlCharacters: 2048,
  /** The most secrets of an endpoint that sign at the same time, including the current one. */
  secretsOfEndpoint: 5,
  /** Seconds from the start of an attempt to the status line of the response. */
  attemptSeconds: 10,
  /** Seconds to wait after each failed attempt except the last. */
  retrySeconds: [10, 60, 300],
  /** Bytes of the headers of a response that are read. */
  responseHeaderBytes: 65536,
  /** Bytes of the beginning of a response that are stored. */
  excerptBytes: 4096,
  /** Bytes of the beginning of a response with a 2xx status that are stored. */
  deliveredExcerptBytes: 200,
  /** Failed deliveries in a row after which an endpoint is disabled. */
  breakerFailures: 10,
  /** Failed deliveries in a row after which an endpoint is reported as failing. */
  failingFailures: 5,
  /** Minutes whose attempts decide whether an endpoint is reported as failing. */
  failingMinutes: 5,
  /** The fewest attempts of these minutes that decide it. */
  failingAttempts: 20,
  /** Failed attempts, in percent, above which an endpoint is reported as failing. */
  failingPercent: 50,
  /** Failed attempts, in percent, up to which such an endpoint is reported as recovered. */
  recoveredPercent: 25,
  /** Days for which deliveries and failure records are stored. */
  historyDays: 30,
  /** Days for which counters are stored. */
  counterDays: 90,
  /** Default window of counters, in days before now. */
  countedDays: 7,
  /** Seconds by which the time of a signature may differ from that of the receiver. */
  signatureAgeSeconds: 300,
  /** Signatures that are read from one header. */
  signatureEntries: 20,
  /** Attempts to one endpoint at the same time from one process. */
  attemptsOfEndpoint: 32,
  /** Milliseconds after which an attempt that waits for its response makes an endpoint slow. */
  slowEndpointMs: 3000,
  /** Attempts to a slow endpoint at the same time from one process. */
  attemptsOfSlowEndpoint: 2,
  /** Pending deliveries of an endpoint that are counted. */
  countedPending: 10000,
  /** The most points of figures. */
  figurePoints: 1500,
  /** Upper bounds of the durations by which attempts are counted. */
  latencyBoundsMs: [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000],
  /** Minutes whose attempts decide the state of an endpoint. */
  healthMinutes: 5,
  /** Failed attempts, in percent, above which an endpoint struggles. */
  healthStrugglesPercent: 5,
  /** Failed attempts, in percent, above which an endpoint fails. */
  healthFailsPercent: 50,
  /** Hours before an incident in which its causes are searched. */
  causeHours: 24,
  /** Days before the expiry of a receiver’s certificate in which the health of its endpoint names it. */
  certificateDays: 14,
  /** Hours after which an endpoint without attempts is silent, and for which an ended incident is shown. */
  healthHours: 24,
  /** Minutes with attempts and without failed ones after which an incident has ended. */
  episodeMinutes: 5,
  /** Accepted attempts in a row after which an incident has ended. */
  episodeAccepted: 100,
  /** Outcomes of failed attempts that an incident lists. */
  incidentErrors: 10,
  /** Failure records of an incident that are counted. */
  incidentUnreplayed: 10000,
  /** Events and facts that are searched for the missed events of an incident. */
  incidentSearched: 5000,
  /** Characters of a response that an incident has on the operator API. */
  incidentResponse: 200,
  /** Missed events of an incident that are counted. */
  incidentMissed: 1000,
  /** Events and facts that a dry run of a recovery searches. */
  recoveryCounted: 100000,
  /** Deliveries that one request to resend covers. */
  resentDeliveries: 5000,
  /** Events of a page that shows their deliveries. */
  eventsWithDeliveries: 50,
  /** Deliveries or failures that a page searches for outcomes. */
  searchedDeliveries: 5000,
  /** Events that a page of events searches. */
  eventsOfPage: 10000,
  /** The most deliveries in one live event. */
  liveDeliveries: 200,
  /** Seconds without changes after which a live stream sends a comment. */
  liveHeartbeatSeconds: 15,
  /** Live streams of a key at the same time in one process. */
  liveStreamsOfKey: 4,
  /** Live streams of all keys of an agency. */
  liveStreamsOfAgency: 64,
  /** Live streams of all keys. */
  liveStreams: 256,
  /** Live streams of all operators. */
  liveStreamsOfOperators: 32,
  /** The most webhook listeners of an agency, in addition to its webhook endpoints. */
  listenersOfAgency: 5,
  /** The most webhook listeners that a key has created. */
  listenersOfKey: 3,
  /** Minutes after which a listener without a stream is deleted. */
  listenerMinutes: 15,
  /** Seconds from one renewal of a listener's stream to the next. */
  listenerRenewalSeconds: 5,
  /** Seconds after its last renewal in which a listener's stream counts as open. */
  listenerLeaseSeconds: 20,
  /** Attempts of an agency that listeners have not answered. */
  listenerAttempts: 256,
  /** Pending deliveries of an endpoint that a live stream counts. */
  livePending: 100,
  /** The most edits in the history of a fan's note. */
  insightEdits: 100,
  /** The most bytes that the texts in the history of a fan's note have together. */
  insightBytes: 1000000,
  /** The most edits in the histories of an agency. */
  insightEditsOfAgency: 1000000,
  /** Days for which an edit is stored. */
  insightDays: 400,
  /** Bytes of the edits in the histories of an agency's notes. */
  quotaInsightHistoryBytes: 1000000000,
  /** Scheduled publications of an agency. */
  quotaScheduledPublications: 100000,
  /** Bytes of the publications of an agency, regardless of their status. */
  quotaPublicationBytes: 2000000000,
  /** Pending deliveries of an agency. */
  quotaPendingDeliveries: 1000000,
  /** Failure records of an agency. */
  quotaFailureRecords: 2000000,
  /** Bytes of the history of an agency's deliveries and events. */
  quotaDeliveryHistoryBytes: 10000000000,
  /** Part of that quota that one day may take, as a divisor. */
  historyDayShare: 10,
  /** Seconds after which a process writes its additions to histories. */
  historyCountSeconds: 10,
  /** API keys of an agency that are neither revoked nor expired */
  quotaApiKeys: 1000,
  /** Links to the portal created for an agency within 24 hours. */
  quotaPortalLinks: 2000,
  /** Minutes above the quota of pending deliveries after which the endpoint with the most of them is disabled. */
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
  /** The longest window with an automatic granularity of hours, in days. */
  chosenHourlyDays: 2,
  /** The longest window with an automatic granularity of days, in days. */
  chosenDailyDays: 31,
  /** The longest window with an automatic granularity of weeks, in days; longer ones are by month. */
  chosenWeeklyDays: 180,
  /** Minutes after which projections are refreshed. */
  refreshMinutes: 15,
  /** Months that sent messages reach back. */
  sentMessageMonths: 24,
  /** Default number of publications of a claim. */
  claimItems: 50,
  /** Default seconds of a lease. */
  claimSeconds: 60,
};
