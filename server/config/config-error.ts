/** A wrong setting. The message names the variable, the error and the accepted values. */
export class ConfigError extends Error {
  constructor(variable: string, problem: string, accepted: string) {
    super(`${variable} ${problem}; accepted: ${accepted}`);
    this.name = 'ConfigError';
  }
}
