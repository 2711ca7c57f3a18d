/** A wrong setting: the message names the variable, what is wrong with it and what is accepted. */
export class ConfigError extends Error {
  constructor(variable: string, problem: string, accepted: string) {
    super(`${variable} ${problem}; accepted: ${accepted}`);
    this.name = 'ConfigError';
  }
}
