/** A condition without which the start cannot continue. Its message is all that the operator needs to read. */
export class StartError extends Error {}
